/** Reads payments one by one, since this provider has no list. */
import { IncompleteList } from "#shared/incomplete-list.ts";
import { CheckoutRefusal } from "./checkout-wire.server.ts";

/** The provider's limit is a hundred requests a second over all processes. */
const AT_ONCE = 4;

/** The refusal of one payment. An unknown key (401) affects all of them. */
const concernsOnePayment = (error: unknown) => error instanceof CheckoutRefusal && error.status !== 401;

/**
 * Reads several payments at a time and yields the results in order. One refused payment does not stop the
 * others: its error is thrown at the end, as IncompleteList.
 */
export async function* readEach<T, Found>(
  items: Iterable<T>,
  read: (item: T) => Promise<Found | undefined>,
): AsyncGenerator<Found> {
  let refused: unknown;
  // Wrapped, so that no promise rejects unhandled if the reader stops.
  const running: Promise<{ found?: Found | undefined; error?: unknown }>[] = [];
  const start = (item: T) =>
    read(item).then(
      (found) => ({ found }),
      (error: unknown) => ({ error }),
    );
  const rest = items[Symbol.iterator]();
  for (;;) {
    while (running.length < AT_ONCE) {
      const { done, value } = rest.next();
      if (done) break;
      running.push(start(value));
    }
    const answer = await running.shift();
    if (!answer) break;
    const { found, error } = answer;
    if (error !== undefined && !concernsOnePayment(error)) throw error;
    refused ??= error;
    if (found !== undefined) yield found;
  }
  if (refused !== undefined) throw new IncompleteList(refused);
}
