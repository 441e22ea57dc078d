/** Reacts once to each answer of a form that was sent without leaving the page. */
import { useEffect, useRef, useState } from "react";
import { type FetcherWithComponents, useActionData, useFetcher, useLocation } from "react-router";
import { leadToMistake } from "../forms/lead-to-mistake.ts";

/**
 * `react` is called when an answer has arrived and the page shows what it changed: say it, close a dialog, empty a form. Also where that change takes the
 * form itself away: a row that is gone, a card that is decided.
 */
export function useReply<Reply>(fetcher: FetcherWithComponents<Reply>, react: (reply: Reply) => void): void {
  const { data, state } = fetcher;
  const heard = useRef<unknown>(undefined);
  const arrived = useRef<unknown>(undefined);
  const reaction = useRef(react);
  const sender = useRef<Element>(null);
  useEffect(() => {
    reaction.current = react;
  });
  useEffect(() => {
    arrived.current = data;
    if (state === "submitting") sender.current = document.activeElement;
    if (state !== "idle") return;
    hear(arrived, heard, reaction, sender);
  }, [data, state]);
  useEffect(() => () => hear(arrived, heard, reaction, sender), []);
}

/**
 * The last answer to the form of an intent: the fetcher's, or the one that the page came with, where the form was sent without scripts, or before they had
 * loaded. Of a question it is known as long as it is asked.
 */
export function useAnswer<Reply extends { readonly intent: string }>(
  { data }: Pick<FetcherWithComponents<Reply>, "data">,
  intent: string,
  isAsked = true,
): Reply | undefined {
  // As the action gave it: replies are plain values. Another look at the page takes it from the router.
  const sent = useActionData() as Reply | undefined;
  const [known, setKnown] = useState({ data, answer: data ?? (sent?.intent === intent ? sent : undefined) });
  if (data !== known.data) setKnown({ data, answer: data });
  else if (!isAsked && known.answer !== undefined) setKnown({ data, answer: undefined });
  return known.answer;
}

/** The answer that the page came with: its form was sent without scripts, or before they had loaded. Known until the next one is sent, or the page is left. */
export function usePageAnswer<Reply>(): Reply | undefined {
  const sent = useActionData() as Reply | undefined;
  const { pathname } = useLocation();
  const [known, setKnown] = useState({ pathname, answer: sent });
  if (pathname !== known.pathname) setKnown({ pathname, answer: undefined });
  useEffect(() => {
    const forget = () => setKnown(({ pathname: at }) => ({ pathname: at, answer: undefined }));
    document.addEventListener("submit", forget, { capture: true, once: true });
    return () => document.removeEventListener("submit", forget, { capture: true });
  }, []);
  return known.answer;
}

type Held<T> = { current: T };

function hear<Reply>(
  arrived: Held<unknown>,
  heard: Held<unknown>,
  reaction: Held<(reply: Reply) => void>,
  sender: Held<Element | null>,
): void {
  if (arrived.current === undefined || arrived.current === heard.current) return;
  heard.current = arrived.current;
  reaction.current(arrived.current as Reply);
  // Once what is wrong stands there.
  requestAnimationFrame(() => leadToMistake(sender.current));
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
  const fetcher = useFetcher<Reply>();
  const { Form, data, state } = fetcher;
  // It leads to the field.
  useReply(fetcher, () => undefined);
  // A redirect leaves the reply of the time before in place: that one is known already.
  const [known, setKnown] = useState<Reply>();
  const error = state === "idle" && data !== known ? data?.error : undefined;
  return { Form, error, onSubmit: () => setKnown(data) };
}
