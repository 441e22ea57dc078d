/** Which version of something the fields of a form show, where its page looks again by itself. */
import { useState } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { errorOf, type FormReply } from "../forms/reply.ts";

/**
 * The version that the fields of a form show. A newer one counts once the form is saved, after `changed_meanwhile`, or if `saved` is still the same.
 *
 * @param reply the last one to the form, as long as it is known
 * @param saved what the version is of, as text
 */
export function useDrawnVersion<Version>(
  version: Version,
  reply: Pick<FormReply, "refused"> | undefined,
  saved?: string,
): Version {
  // The reply comes before the look that follows it.
  const isSettled = useNavigation().state === "idle";
  const [drawn, setDrawn] = useState({ version, reply, saved });
  const error = errorOf(reply);
  const counts = reply !== undefined && reply !== drawn.reply && (error === undefined || error === "changed_meanwhile");
  const isSame = saved !== undefined && saved === drawn.saved && version !== drawn.version;
  if (isSettled && (counts || isSame)) setDrawn({ version, reply, saved });
  return drawn.version;
}

/** For pages with such a form: who is refused because somebody else has saved gets what counts now, and may save again. */
export function lookAfterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}
