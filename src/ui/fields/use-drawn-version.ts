/** Which version of something the fields of a form show, where its page looks again by itself. */
import { useState } from "react";
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from "react-router";
import { errorOf, type FormReply } from "../forms/reply.ts";

type Answer = { readonly error?: string | undefined; readonly refused?: FormReply["refused"] };

/**
 * What another look finds is not what the fields were drawn from: a new version counts once the form is saved, or somebody has read that a colleague
 * has changed it.
 *
 * @param answer the last one to the form, as long as it is known
 */
export function useDrawnVersion<Version>(version: Version, answer: Answer | undefined): Version {
  // The answer comes before the look that follows it.
  const isSettled = useNavigation().state === "idle";
  const [drawn, setDrawn] = useState({ version, answer });
  const error = answer?.error ?? errorOf(answer);
  const counts = answer !== undefined && (error === undefined || error === "changed_meanwhile");
  if (isSettled && counts && drawn.answer !== answer) setDrawn({ version, answer });
  return drawn.version;
}

/** The last answer to forms of these intents, until the page is left or called up anew: another look at what it shows takes the answer from the router. */
export function useLastAnswer<Reply extends { readonly intent: string }>(
  reply: Reply | undefined,
  intents: readonly Reply["intent"][],
): Reply | undefined {
  const { key } = useLocation();
  const isOne = reply !== undefined && intents.includes(reply.intent);
  const [last, setLast] = useState({ key, answer: isOne ? reply : undefined });
  const isLeft = reply === undefined && key !== last.key;
  const answer = isOne ? reply : isLeft ? undefined : last.answer;
  // Without an answer the address is as it was, or the page is called up anew.
  if (answer !== last.answer || (reply !== undefined && key !== last.key)) setLast({ key, answer });
  return answer;
}

/** For pages with such a form: who is refused because somebody else has saved gets what counts now, and may save again. */
export function lookAfterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}
