/** What became of a form of the settings, in a toast as well. */
import { useEffect } from "react";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";

/** @param said the sentence for this reply; said once for each reply */
export function useSaid(reply: { readonly error: string | undefined } | undefined, said: string | undefined): void {
  useEffect(() => {
    if (!reply || said === undefined) return;
    if (reply.error === undefined) toastSuccess(said);
    else toastError(said);
  }, [reply, said]);
}
