/** The version of the data that a form's fields show, on a page that reloads its data. */
import { useState } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { errorOf, type FormReply } from "../forms/reply.ts";

/**
 * The version that the fields show. A newer version replaces it once the form is saved, after the error
 * `changed_meanwhile`, or if `saved` (the versioned values, as text) is unchanged.
 */
export function useDisplayedVersion<Version>(
  version: Version,
  reply: Pick<FormReply, "refused"> | undefined,
  saved?: string,
): Version {
  // The reply arrives before the reloaded data.
  const isSettled = useNavigation().state === "idle";
  const [displayed, setDrawn] = useState({ version, reply, saved });
  const error = errorOf(reply);
  const isAnswered = reply !== undefined && reply !== displayed.reply && (error === undefined || error === "changed_meanwhile");
  const isSame = saved !== undefined && saved === displayed.saved && version !== displayed.version;
  if (isSettled && (isAnswered || isSame)) setDrawn({ version, reply, saved });
  return displayed.version;
}

/**
 * A route's `shouldRevalidate`: a form refused because of another person's changes reloads its page, and
 * may be saved again.
 */
export function revalidateAfterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}
