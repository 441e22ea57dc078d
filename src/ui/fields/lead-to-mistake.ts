/** In the browser: a field that turns out to be wrong takes the focus from the button of its form, which says nothing of it. */
export function leadToMistake(): void {
  const pressed = document.activeElement;
  if (!(pressed instanceof HTMLButtonElement)) return;
  pressed.form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
