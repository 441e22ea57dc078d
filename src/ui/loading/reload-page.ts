/** Reloads the page for a newly signed-in user, without the former user's input. */

let isLeaving = false;

/** Loads the page by its address: a plain reload would send its form again. */
export function reloadPage(): void {
  isLeaving = true;
  const { pathname, search } = window.location;
  window.location.replace(pathname + search);
}

/** Whether the page is being reloaded, so that the guard of unsaved changes does not ask. */
export function isReloading(): boolean {
  return isLeaving;
}
