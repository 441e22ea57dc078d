import { expect, it, vi } from "vitest";
import { createBulkhead } from "./bulkhead.ts";

/** A pending promise with its resolver. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, run: () => promise };
}

it("limits permits by key and in total", async () => {
  const { withPermit, waiting } = createBulkhead({ each: 2, all: 3, waitMs: 5_000 });
  const begun: string[] = [];
  const works = ["a", "a", "a", "b", "b", "c"].map((key) => ({ key, ...work() }));
  const all = works.map(({ key, run }, n) =>
    withPermit(key, () => {
      begun.push(`${key}${n}`);
      return run();
    }),
  );
  await expect.poll(() => begun).toEqual(["a0", "a1", "b3"]);
  expect(waiting()).toBe(3);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(begun).toHaveLength(6);
  expect(waiting()).toBe(0);
});

it("fails like an unavailable lock after the timeout, and never runs that work", async () => {
  const { withPermit, waiting } = createBulkhead({ each: 1, all: 1, waitMs: 20 });
  const first = work();
  const running = withPermit("a", first.run);
  const late = vi.fn(async () => undefined);
  await expect(withPermit("b", late)).rejects.toMatchObject({ code: "55P03" });
  expect(waiting()).toBe(0);
  first.end();
  await running;
  expect(await withPermit("a", async () => "next")).toBe("next");
  expect(late).not.toHaveBeenCalled();
});

it("passes on what the work throws", async () => {
  const { withPermit } = createBulkhead({ each: 1, all: 1, waitMs: 20 });
  await expect(withPermit("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withPermit("a", async () => 1)).toBe(1);
});
