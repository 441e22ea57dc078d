/** Payments looked at one by one, since this provider lists none. */
import { PartlyTold } from "#shared/partly-told.ts";
import { CheckoutRefusal } from "./checkout-wire.server.ts";

/** So many are asked for at once: the provider takes a hundred a second, of all processes together. */
const AT_ONCE = 4;

/** A refusal of this payment alone: a key that is not known is refused for each of them. */
const isOfOne = (error: unknown) => error instanceof CheckoutRefusal && error.status !== 401;

/** What is found of each, in their order. One that the provider refuses to tell of keeps the rest from nothing, and is thrown once they have been told. */
export async function* lookAtEach<T, Found>(
  all: Iterable<T>,
  look: (one: T) => Promise<Found | undefined>,
): AsyncGenerator<Found> {
  let refused: unknown;
  // Each is settled without throwing, so that nothing is left to fail where the reader goes away.
  const asked: Promise<{ found?: Found | undefined; error?: unknown }>[] = [];
  const ask = (one: T) =>
    look(one).then(
      (found) => ({ found }),
      (error: unknown) => ({ error }),
    );
  const rest = all[Symbol.iterator]();
  for (;;) {
    while (asked.length < AT_ONCE) {
      const { done, value } = rest.next();
      if (done) break;
      asked.push(ask(value));
    }
    const answer = await asked.shift();
    if (!answer) break;
    const { found, error } = answer;
    if (error !== undefined && !isOfOne(error)) throw error;
    refused ??= error;
    if (found !== undefined) yield found;
  }
  if (refused !== undefined) throw new PartlyTold(refused);
}
