/** Payments looked at one by one, since this provider lists none. */
import { CheckoutRefusal } from "./checkout-wire.server.ts";

/** What is found of each. One that the provider refuses to tell of keeps the rest from nothing, and is thrown once they have been told. */
export async function* lookAtEach<T, Found>(
  all: Iterable<T>,
  look: (one: T) => Promise<Found | undefined>,
): AsyncGenerator<Found> {
  let refused: unknown;
  for (const one of all) {
    const found = await look(one).catch((error: unknown) => {
      if (!(error instanceof CheckoutRefusal)) throw error;
      refused ??= error;
      return undefined;
    });
    if (found !== undefined) yield found;
  }
  if (refused !== undefined) throw refused;
}
