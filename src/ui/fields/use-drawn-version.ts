/** Which version of something the fields of a form show, where its page looks again by itself. */
import { useState } from "react";
import { type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";

/**
 * What another look finds is not what the fields show, which stay as they are: a new version counts from the answer to the form on.
 *
 * @param answer the last one to the form
 */
export function useDrawnVersion<Version>(version: Version, answer: unknown): Version {
  // The answer comes before the look that follows it.
  const isSettled = useNavigation().state === "idle";
  const [drawn, setDrawn] = useState({ version, answer });
  if (isSettled && drawn.answer !== answer) setDrawn({ version, answer });
  return drawn.version;
}

/** For pages with such a form: who is refused because somebody else has saved gets what counts now, and may save again. */
export function lookAfterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}
