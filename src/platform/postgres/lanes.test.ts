/** Who waits for a row that is locked leaves connections to everybody else. */
import { expect, it } from "vitest";
import { openLanes } from "./lanes.ts";

const open = () => openLanes({ each: 2, all: 3, waitMs: 50 });
/** Work that goes on until it is told to end. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, go: () => promise };
}

it("has so many turns in a lane, and so many in all", async () => {
  const takeTurn = open();
  const begun: string[] = [];
  const works = ["a", "a", "a", "b", "b", "c"].map((lane) => ({ lane, ...work() }));
  const all = works.map(({ lane, go }, n) =>
    takeTurn(lane, () => {
      begun.push(`${lane}${n}`);
      return go();
    }),
  );
  expect(begun).toEqual(["a0", "a1", "b3"]);
  works[0]?.end();
  await all[0];
  await expect.poll(() => begun).toHaveLength(4);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(begun).toHaveLength(6);
});

it("lets the lanes take turns, however long one of them is", async () => {
  const takeTurn = openLanes({ each: 1, all: 1, waitMs: 5_000 });
  const begun: string[] = [];
  const all = ["a", "a", "a", "a", "b"].map((lane) => takeTurn(lane, async () => void begun.push(lane)));
  await Promise.all(all);
  expect(begun.indexOf("b")).toBeLessThan(3);
});

it("leaves the last turns to lanes where nobody has one: what waits for two rows keeps nobody from a third", async () => {
  const takeTurn = openLanes({ each: 3, all: 5, apart: 1, waitMs: 5_000 });
  const locked = ["a", "a", "a", "b", "b", "b"].map((lane) => ({ lane, ...work() }));
  const all = locked.map(({ lane, go }) => takeTurn(lane, go));
  expect(await takeTurn("c", async () => "sold")).toBe("sold");
  expect(takeTurn.waiting()).toBe(2);
  for (const { end } of locked) end();
  await Promise.all(all);
});

it("gives every turn that one end makes room for", async () => {
  const takeTurn = openLanes({ each: 3, all: 4, apart: 1, waitMs: 1_000 });
  const begun: string[] = [];
  const works = ["a", "a", "b", "a", "b"].map((lane) => ({ lane, ...work() }));
  const all = works.map(({ lane, go }, n) =>
    takeTurn(lane, () => {
      begun.push(`${lane}${n}`);
      return go();
    }),
  );
  expect(begun).toEqual(["a0", "a1", "b2"]);
  works[2]?.end();
  await all[2];
  // One of the turns that are left is for whoever has none.
  await expect.poll(() => begun).toEqual(["a0", "a1", "b2", "a3", "b4"]);
  for (const { end } of works) end();
  await Promise.all(all);
});

it("gives up who has waited for too long, and fails as after a wait for a lock", async () => {
  const takeTurn = open();
  const works = [work(), work()];
  const all = works.map(({ go }) => takeTurn("a", go));
  const late = takeTurn("a", async () => "late");
  expect(takeTurn.waiting()).toBe(1);
  await expect(late).rejects.toMatchObject({ code: "55P03" });
  expect(takeTurn.waiting()).toBe(0);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(await takeTurn("a", async () => "in time")).toBe("in time");
});

it("gives a turn back whose work has failed", async () => {
  const takeTurn = openLanes({ each: 1, all: 1, waitMs: 50 });
  const failing = async () => {
    throw new Error("no");
  };
  await expect(takeTurn("a", failing)).rejects.toThrow("no");
  await expect(takeTurn("a", async () => "next")).resolves.toBe("next");
});
