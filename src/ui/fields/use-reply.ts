/** Reacts once to each answer of a form that was sent without leaving the page. */
import { useEffect, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";

/** `react` is called when an answer has arrived and the page shows what it changed: say it, close a dialog, empty a form. */
export function useReply<Reply>(fetcher: FetcherWithComponents<Reply>, react: (reply: Reply) => void): void {
  const { data, state } = fetcher;
  const heard = useRef<unknown>(undefined);
  const reaction = useRef(react);
  useEffect(() => {
    reaction.current = react;
  });
  useEffect(() => {
    if (state !== "idle" || data === undefined || data === heard.current) return;
    heard.current = data;
    reaction.current(data as Reply);
  }, [data, state]);
}

/** Whether the last look at the server came to nothing: a message says so, and what was there before is what there is. */
export function useCameToNothing({ data, state }: Pick<FetcherWithComponents<unknown>, "data" | "state">): boolean {
  const [cameToNothing, setCameToNothing] = useState(false);
  const looking = useRef<{ readonly before: unknown }>(undefined);
  useEffect(() => {
    if (state !== "idle") looking.current ??= { before: data };
    else if (looking.current) {
      setCameToNothing(data === looking.current.before);
      looking.current = undefined;
    }
  }, [data, state]);
  return cameToNothing;
}
