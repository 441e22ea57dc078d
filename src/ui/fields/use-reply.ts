/** Reacts once to each answer of a form that was sent without leaving the page. */
import { useEffect, useRef, useState } from "react";
import { type FetcherWithComponents, useActionData, useFetcher } from "react-router";
import { leadToMistake } from "./lead-to-mistake.ts";

/**
 * `react` is called when an answer has arrived and the page shows what it changed: say it, close a dialog, empty a form. Also where that change takes the
 * form itself away: a row that is gone, a card that is decided.
 */
export function useReply<Reply>(fetcher: FetcherWithComponents<Reply>, react: (reply: Reply) => void): void {
  const { data, state } = fetcher;
  const heard = useRef<unknown>(undefined);
  const arrived = useRef<unknown>(undefined);
  const reaction = useRef(react);
  useEffect(() => {
    reaction.current = react;
  });
  useEffect(() => {
    arrived.current = data;
    if (state !== "idle") return;
    hear(arrived, heard, reaction);
  }, [data, state]);
  useEffect(() => () => hear(arrived, heard, reaction), []);
}

/** The last answer to the form of an intent: the fetcher's, or the page's, where the form was sent without scripts. */
export function useAnswer<Reply extends { readonly intent: string }>(
  fetcher: Pick<FetcherWithComponents<Reply>, "data">,
  intent: string,
): Reply | undefined {
  // As the action gave it: replies are plain values.
  const sent = useActionData() as Reply | undefined;
  return fetcher.data ?? (sent?.intent === intent ? sent : undefined);
}

type Held<T> = { current: T };

function hear<Reply>(arrived: Held<unknown>, heard: Held<unknown>, reaction: Held<(reply: Reply) => void>): void {
  if (arrived.current === undefined || arrived.current === heard.current) return;
  heard.current = arrived.current;
  reaction.current(arrived.current as Reply);
  // Once what is wrong stands there.
  requestAnimationFrame(() => leadToMistake());
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

type Reply = { readonly error?: string };

/**
 * Why a form was refused that is answered without leaving the page, until it is sent again. What is accepted leads on, as any form does.
 * Mount `Form` with `onSubmit`; `error` is the name of the last refusal.
 */
export function useRefusal() {
  const { Form, data, state } = useFetcher<Reply>();
  // A redirect leaves the reply of the time before in place: that one is known already.
  const [known, setKnown] = useState<Reply>();
  const error = state === "idle" && data !== known ? data?.error : undefined;
  return { Form, error, onSubmit: () => setKnown(data) };
}
