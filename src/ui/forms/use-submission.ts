/** Sends a form and returns its reply, with scripts and without. `useShopForm` adds the fields' state. */
import { useCallback, useEffect, useRef, useState } from "react";
import { Form, useActionData, useFetcher, useLocation, useNavigation } from "react-router";
import { focusMistake } from "./lead-to-mistake.ts";
import type { FormReply } from "./reply.ts";

export type SubmissionOptions<Reply extends FormReply> = {
  intent: Reply["intent"];
  /** Distinguishes forms with the same intent. */
  isMine?: ((reply: Reply) => boolean) | undefined;
  /** The reply is a page of its own, or its action redirects. Other forms stay on their page. */
  navigates?: boolean | undefined;
  /** Called once for each reply, when the page shows what the form changed. */
  onReply?: ((reply: Reply) => void) | undefined;
};

/**
 * `Form`: the element to send; `isBusy`: until the page shows what changed; `isOver`: the form is being
 * sent again, so its last error no longer counts.
 */
export function useSubmission<Reply extends FormReply>({ intent, isMine, navigates = false, onReply }: SubmissionOptions<Reply>) {
  const fetcher = useFetcher<Reply>();
  const navigation = useNavigation();
  const pageReply = usePageReply<Reply>((reply) => reply.intent === intent && (isMine?.(reply) ?? true));
  const isBusy = navigates
    ? navigation.state !== "idle" && navigation.formData?.get("intent") === intent
    : fetcher.state !== "idle";
  const sent = fetcher.data as Reply | undefined;
  const reply = sent ?? pageReply;
  // An error counts until its form is sent again, since a redirect brings no new reply.
  const [previous, setPrevious] = useState(reply);
  const [sentAgain, setSentAgain] = useState<Reply>();
  const isSending = isBusy && (navigates ? navigation : fetcher).state === "submitting";
  // The router already returns the new reply while its state still says "submitting".
  if (!isSending && reply !== previous) setPrevious(reply);
  if (isSending && previous !== sentAgain) setSentAgain(previous);
  useReaction(navigates ? pageReply : sent, isBusy, onReply);
  return { Form: navigates ? Form : fetcher.Form, fetcher, isBusy, reply, isOver: reply !== undefined && reply === sentAgain };
}

/**
 * The reply of a form sent before scripts were loaded. Kept here, since the router forgets it with the next
 * load.
 */
function usePageReply<Reply extends FormReply>(isMine: (reply: Reply) => boolean): Reply | undefined {
  const sent = useActionData() as Reply | undefined;
  const { pathname } = useLocation();
  const mine = sent && isMine(sent) ? sent : undefined;
  const [latest, setLatest] = useState({ pathname, reply: mine });
  if (mine !== undefined && mine !== latest.reply) setLatest({ pathname, reply: mine });
  else if (latest.reply !== undefined && (pathname !== latest.pathname || !isMine(latest.reply)))
    setLatest({ pathname, reply: undefined });
  return latest.reply;
}

/** Calls `onReply` once for each reply, even if the reply removes the form itself, such as with its row. */
function useReaction<Reply extends FormReply>(reply: Reply | undefined, isBusy: boolean, onReply?: (reply: Reply) => void): void {
  const latest = useRef({ reply, onReply });
  const handled = useRef<Reply>(undefined);
  const sender = useRef<Element>(null);
  const react = useCallback(() => {
    const { reply, onReply } = latest.current;
    if (reply === undefined || reply === handled.current) return;
    handled.current = reply;
    onReply?.(reply);
    const from = sender.current;
    sender.current = null;
    // After the errors are rendered.
    requestAnimationFrame(() => focusMistake(from));
  }, []);
  useEffect(() => {
    latest.current = { reply, onReply };
    if (isBusy) sender.current ??= document.activeElement;
    else react();
  });
  useEffect(() => react, [react]);
}
