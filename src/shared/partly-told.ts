/** Thrown at the end of a list: some of it a payment provider refuses to tell, and will not tell whoever asks again. */
export class PartlyTold extends Error {
  constructor(cause: unknown) {
    super("the payment provider refuses to tell of some payments", { cause });
  }
}
