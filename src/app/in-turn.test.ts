/** Of several processes one asks the provider; one that cannot keeps no other from it. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { PartlyTold } from "#shared/partly-told.ts";
import { inTurn } from "./in-turn.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  let luck = 1;
  vi.spyOn(Math, "random").mockImplementation(() => {
    luck = (luck * 48_271) % 2_147_483_647;
    return luck / 2_147_483_647;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
  return ctx.close();
});

const MINUTE_MS = 60_000;
/** As many processes as there are, one minute after the other, each every five minutes for an hour, of the many that the tests take: how often each has asked. */
async function anHour(processes: readonly (() => Promise<unknown>)[], hour: number): Promise<number[]> {
  const from = Date.UTC(2026, 0, 1, hour * 2);
  const asked = processes.map(() => 0);
  const rounds = processes.map((ask, i) =>
    inTurn(ctx, "reconcileRound", async () => {
      asked[i] = (asked[i] ?? 0) + 1;
      await ask();
    }),
  );
  for (let minute = 0; minute < 60; minute++) {
    ctx.setNow(new Date(from + minute * MINUTE_MS));
    await rounds[minute % 5]?.().catch(() => undefined);
  }
  return asked;
}
const works = async () => undefined;
const fails = () => Promise.reject(new Error("no connection"));
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

it("of five processes that would ask sixty times in an hour one asks, and then another one, and never for long nobody", async () => {
  const asked = sum(await anHour(Array(5).fill(works), 0));
  expect(asked).toBeGreaterThanOrEqual(12);
  expect(asked).toBeLessThanOrEqual(26);
});

/** Every choice of some of five processes that cannot ask, but not of all of them. */
const choices = Array.from({ length: 30 }, (_, i) => i + 1);
const isBroken = (choice: number, process: number) => ((choice >> process) & 1) === 1;

it("whichever processes cannot ask, they keep no other one from it for long, and try again by turns", async () => {
  for (const choice of choices) {
    const asked = await anHour(
      Array.from({ length: 5 }, (_, i) => (isBroken(choice, i) ? fails : works)),
      choice,
    );
    const inVain = sum(asked.filter((_, i) => isBroken(choice, i)));
    expect({ choice, asked, isAsked: sum(asked) - inVain >= 2 }).toMatchObject({ isAsked: true });
    expect(sum(asked)).toBeLessThanOrEqual(45);
  }
});

it("where nobody can ask they take turns all the same", async () => {
  const asked = sum(await anHour(Array(5).fill(fails), 32));
  expect(asked).toBeGreaterThanOrEqual(12);
  expect(asked).toBeLessThanOrEqual(40);
});

it.each([
  ["a payment that the provider refuses to tell of", () => Promise.reject(new PartlyTold("404"))],
  ["several of them", () => Promise.reject(new AggregateError([new PartlyTold("404"), new PartlyTold("429")]))],
])("%s ends no turns: whoever met it asked as the others do", async (what, refused) => {
  const asked = sum(await anHour(Array(5).fill(refused), 34 + what.length));
  expect(asked).toBeLessThanOrEqual(26);
});

it("a process that could not ask once, and waits behind one that never can, asks again", async () => {
  let tries = 0;
  const [, asked = 0] = await anHour([fails, () => (++tries === 1 ? fails() : works())], 100);
  expect(asked).toBeGreaterThanOrEqual(4);
});

it("a process that is alone asks each time", async () => {
  expect(await anHour([works], 120)).toEqual([12]);
});
