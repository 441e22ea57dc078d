/** Moves the focus after a form was refused. */
import { scrollBehavior } from "../scroll.ts";

/** Focuses the first invalid field, unless the focus has moved on. Without one, scrolls to the error. */
export function leadToMistake(sender: Element | null): void {
  const { activeElement: at } = document;
  const isSentFrom = at === sender || sender?.isConnected === false;
  const isSender = at instanceof HTMLButtonElement || (at instanceof HTMLInputElement && isSentFrom && at.ariaInvalid === null);
  if (!isSender) return;
  const field = at.form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else comeIntoSight(at.form?.querySelector('[role="alert"]'));
}

function comeIntoSight(note: Element | null | undefined): void {
  if (note && note.getBoundingClientRect().top < 0) note.scrollIntoView({ behavior: scrollBehavior(), block: "center" });
}
