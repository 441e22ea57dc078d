/** What passes between a page that somebody's role does not open and the frame that says so. */

export type NotAllowed = { readonly notAllowed: true };

export function isNotAllowed(thrown: unknown): thrown is NotAllowed {
  return typeof thrown === "object" && thrown !== null && "notAllowed" in thrown && thrown.notAllowed === true;
}
