/**
 * Thrown at the end of a list of a provider's payments if the provider permanently refuses to return some
 * of them.
 */

/** Thrown at the end of a list: the provider permanently refuses to return some of its items. */
export class IncompleteList extends Error {
  constructor(cause: unknown) {
    super("the payment provider refuses to tell of some payments", { cause });
  }
}
