/** The version that a form's fields show, on a page that reloads its data. */
import { useState } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { errorOf, type FormReply } from "../forms/reply.ts";

/**
 * The version that the fields show. A newer one counts once the form is saved, after `changed_meanwhile`, or
 * if `saved` (the versioned values, as text) is unchanged.
 */
export function useDrawnVersion<Version>(
  version: Version,
  reply: Pick<FormReply, "refused"> | undefined,
  saved?: string,
): Version {
  // The reply arrives before the reloaded data.
  const isSettled = useNavigation().state === "idle";
  const [drawn, setDrawn] = useState({ version, reply, saved });
  const error = errorOf(reply);
  const counts = reply !== undefined && reply !== drawn.reply && (error === undefined || error === "changed_meanwhile");
  const isSame = saved !== undefined && saved === drawn.saved && version !== drawn.version;
  if (isSettled && (counts || isSame)) setDrawn({ version, reply, saved });
  return drawn.version;
}

/** A form refused because of another person's changes reloads its page, and may be saved again. */
export function revalidateAfterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}
