/** Reacts once to each answer of a form that was sent without leaving the page. */
import { useEffect, useRef } from "react";
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
