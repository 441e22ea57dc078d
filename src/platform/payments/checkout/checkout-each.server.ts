/** Reads payments one by one, since this provider has no list. */
import { IncompleteList } from "#shared/incomplete-list.ts";
import { CheckoutRefusal } from "./checkout-wire.server.ts";

/** The provider's limit is a hundred requests a second over all processes. */
const AT_ONCE = 4;

/** The refusal of one payment. An unknown key (401) affects all of them. */
const isOfOne = (error: unknown) => error instanceof CheckoutRefusal && error.status !== 401;

/** Yields results in order. An error does not stop other payments; it is thrown at the end. */
export async function* readEach<T, Found>(all: Iterable<T>, look: (one: T) => Promise<Found | undefined>): AsyncGenerator<Found> {
  let refused: unknown;
  // Wrapped, so that no promise rejects unhandled if the reader stops.
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
  if (refused !== undefined) throw new IncompleteList(refused);
}
