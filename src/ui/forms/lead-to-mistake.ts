/** In the browser: where somebody goes on whose form was refused. */
import { scrollBehavior } from "../scroll.ts";

/**
 * A field that turns out to be wrong takes the focus from the button of its form, which says nothing of it, and from a right field
 * that the form was sent from by its key: `sender`, or the one that has the focus back from a question that was answered first. Where no
 * field is wrong, what stands against the form at its head comes into sight.
 */
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
