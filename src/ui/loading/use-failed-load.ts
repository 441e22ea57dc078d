/** Whether a fetcher's last load failed; its former data stays. */
import { useEffect, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";

export function useFailedLoad({ data, state }: Pick<FetcherWithComponents<unknown>, "data" | "state">): boolean {
  const [hasFailed, setFailed] = useState(false);
  const loading = useRef<{ readonly before: unknown }>(undefined);
  useEffect(() => {
    if (state !== "idle") loading.current ??= { before: data };
    else if (loading.current) {
      setFailed(data === loading.current.before);
      loading.current = undefined;
    }
  }, [data, state]);
  return hasFailed;
}
