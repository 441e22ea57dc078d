/** Thrown by pages that the role may not open, handled by the layout. */

export type NotAllowed = { readonly notAllowed: true };

/** Whether a thrown value is the 403 of a page that the visitor's role may not open. */
export function isNotAllowed(thrown: unknown): thrown is NotAllowed {
  return typeof thrown === "object" && thrown !== null && "notAllowed" in thrown && thrown.notAllowed === true;
}
