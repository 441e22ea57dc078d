/** Moves the focus after a form was refused. */
import { scrollBehavior } from "../scroll.ts";

/**
 * Focuses a refused form's first invalid field, unless the user has moved the focus elsewhere. Without such
 * a field, scrolls to the error.
 * @param sender the element that had the focus when the form was sent
 */
export function focusMistake(sender: Element | null): void {
  const { activeElement: focused } = document;
  const isSentFrom = focused === sender || sender?.isConnected === false;
  const isSender =
    focused instanceof HTMLButtonElement || (focused instanceof HTMLInputElement && isSentFrom && focused.ariaInvalid === null);
  if (!isSender) return;
  const field = focused.form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else scrollIntoSight(focused.form?.querySelector('[role="alert"]'));
}

function scrollIntoSight(note: Element | null | undefined): void {
  if (note && note.getBoundingClientRect().top < 0) note.scrollIntoView({ behavior: scrollBehavior(), block: "center" });
}
