/** First in a form with several buttons: the Enter key sends this `intent`, or nothing while it is busy. */
import type { MouseEvent } from "react";

/** First in a form with several buttons: Enter sends this `intent`, or nothing while it is busy. */
export function EnterSends({ intent, isBusy }: { intent: string; isBusy: boolean }) {
  const guard = (event: MouseEvent) => isBusy && event.preventDefault();
  return (
    <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden="true" className="sr-only" onClick={guard} />
  );
}
