/** In the browser: makes the open page anew for whoever is signed in by now, without what somebody else has typed into it. */

/** Asks for it by its address: a mere reload would send a form again. */
export function openAnew(): void {
  const { pathname, search } = window.location;
  window.location.replace(pathname + search);
}
