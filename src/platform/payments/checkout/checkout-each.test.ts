import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { readEach } from "./checkout-each.server.ts";
import { CheckoutRefusal } from "./checkout-wire.server.ts";

async function all<T>(found: AsyncGenerator<T>): Promise<{ results: T[]; error: unknown }> {
  const results: T[] = [];
  try {
    for await (const each of found) results.push(each);
    return { results, error: undefined };
  } catch (error) {
    return { results, error };
  }
}

it("yields the other payments, and then throws the refusal", async () => {
  const refusal = new CheckoutRefusal("GET /payments/2", 404, []);
  const look = async (one: number) => {
    if (one === 2) throw refusal;
    return one === 3 ? undefined : one;
  };
  expect(await all(readEach([1, 2, 3, 4, 5], look))).toMatchObject({ results: [1, 4, 5], error: { cause: refusal } });
});

it.each([
  ["nobody answers", new TypeError("fetch failed")],
  ["the key is not known any more", new CheckoutRefusal("GET /payments/2", 401, [])],
])("stops at once if %s", async (_, error) => {
  const started: number[] = [];
  const look = async (one: number) => {
    started.push(one);
    if (one === 2) throw error;
    return one;
  };
  expect(await all(readEach(Array(99).keys(), look))).toEqual({ results: [0, 1], error });
  expect(started.length).toBeLessThan(9);
});

it("requests some concurrently, and yields them in order", async () => {
  let [now, most] = [0, 0];
  const look = async (one: number) => {
    most = Math.max(most, ++now);
    await sleep(one % 2 === 0 ? 20 : 1);
    now--;
    return one;
  };
  const numbers = [...Array(12).keys()];
  expect(await all(readEach(numbers, look))).toEqual({ results: numbers, error: undefined });
  expect(most).toBe(4);
});
