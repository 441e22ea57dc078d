import { expect, it, vi } from "vitest";
import { batched } from "./batched.ts";

const tick = () => new Promise((resolve) => setImmediate(resolve));

it("loads what arrives during a batch in the next one, never with what that batch saw", async () => {
  const batches: { readonly keys: readonly number[]; answer(): void }[] = [];
  const load = batched<number, string>(
    (keys) => new Promise((resolve) => batches.push({ keys, answer: () => resolve(keys.map((key) => `value ${key}`)) })),
  );
  const first = Promise.all([load(1), load(2)]);
  await expect.poll(() => batches).toHaveLength(1);
  const later = Promise.all([load(1), load(3)]);
  await tick();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2]]);
  batches[0]?.answer();
  expect(await first).toEqual(["value 1", "value 2"]);
  await expect
    .poll(() => batches.map(({ keys }) => keys))
    .toEqual([
      [1, 2],
      [1, 3],
    ]);
  batches[1]?.answer();
  expect(await later).toEqual(["value 1", "value 3"]);
});

it.each([
  [false, ["rejected", "rejected", "rejected"]],
  [true, ["fulfilled", "rejected", "fulfilled"]],
])("fails the keys of a failed batch, apart where that is safe: %s", async (apart, outcomes) => {
  const load = batched<number, number>(
    async (keys) => {
      if (keys.includes(2)) throw new Error("refused");
      return keys;
    },
    { retriesSeparately: () => apart },
  );
  const settled = await Promise.allSettled([1, 2, 3].map(load));
  expect(settled.map(({ status }) => status)).toEqual(outcomes);
});

it("loads no more than 500 keys and one batch at a time", async () => {
  const sizes: number[] = [];
  let running = 0;
  let most = 0;
  const load = batched<number, number>(async (keys) => {
    sizes.push(keys.length);
    most = Math.max(most, ++running);
    await tick();
    running -= 1;
    return keys;
  });
  const first = load(0);
  await Promise.all(Array.from({ length: 1_250 }, (_, key) => load(key)));
  expect(await first).toBe(0);
  expect([sizes.length, Math.max(...sizes), most]).toEqual([3, 500, 1]);
});

it("does not wait for a batch that hangs", async () => {
  vi.useFakeTimers();
  try {
    let calls = 0;
    const load = batched<number, number>(async (keys) => (++calls === 1 ? new Promise(() => undefined) : keys));
    void load(1);
    await vi.advanceTimersByTimeAsync(1);
    const later = load(2);
    await vi.advanceTimersByTimeAsync(10_001);
    expect(await later).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
