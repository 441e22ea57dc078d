import type { MouseEvent } from "react";

/**
 * First in a form with several buttons: Enter in a field sends this `intent`, and nothing while the form is
 * busy.
 */
export function EnterSends({ intent, isBusy }: { intent: string; isBusy: boolean }) {
  const guard = (event: MouseEvent) => isBusy && event.preventDefault();
  return (
    <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden="true" className="sr-only" onClick={guard} />
  );
}
