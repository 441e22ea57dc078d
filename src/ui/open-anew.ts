/** In the browser: makes the open page anew for whoever is signed in by now, without what somebody else has typed into it. */

let isLeaving = false;

/** Asks for it by its address: a mere reload would send a form again. */
export function openAnew(): void {
  isLeaving = true;
  const { pathname, search } = window.location;
  window.location.replace(pathname + search);
}

/** Whether the page goes for that: nobody is asked whether they want to stay with what is another's. */
export function isOpenedAnew(): boolean {
  return isLeaving;
}
