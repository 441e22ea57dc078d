/** Reloads the page for a newly signed-in user, without the former user's input. */

let isLeaving = false;

/** By its address: a mere reload would resend a form. */
export function reloadPage(): void {
  isLeaving = true;
  const { pathname, search } = window.location;
  window.location.replace(pathname + search);
}

/** True while reloading: the guard of unsaved changes must not ask. */
export function isReloading(): boolean {
  return isLeaving;
}
