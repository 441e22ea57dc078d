/** In the browser: whether this tab last showed a signed-in visitor. The sign-in page then says that the session has ended. */

let isKnown = false;

/** Call it with each page that the tab shows. */
export function noteVisitor(isSignedIn: boolean): void {
  isKnown = isSignedIn;
}

export function wasSignedIn(): boolean {
  return isKnown;
}
