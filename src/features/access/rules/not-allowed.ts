/** Thrown by pages that the role may not open, handled by the layout. */

export type NotAllowed = { readonly notAllowed: true };

export function isNotAllowed(thrown: unknown): thrown is NotAllowed {
  return typeof thrown === "object" && thrown !== null && "notAllowed" in thrown && thrown.notAllowed === true;
}
