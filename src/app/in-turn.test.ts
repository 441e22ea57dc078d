/** Of several processes one asks the provider; one that cannot keeps no other from it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { inTurn } from "./in-turn.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const MINUTE_MS = 60_000;
/** As many processes as there are, one minute after the other, each every five minutes for an hour: how often each has asked. */
async function anHour(processes: readonly (() => Promise<unknown>)[], from: number): Promise<number[]> {
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
  const asked = sum(await anHour(Array(5).fill(works), Date.now()));
  expect(asked).toBeGreaterThanOrEqual(12);
  expect(asked).toBeLessThanOrEqual(26);
});

it("a process that cannot ask keeps no other one from it, and tries again each time", async () => {
  for (let broken = 0; broken < 5; broken++) {
    const asked = await anHour(
      Array.from({ length: 5 }, (_, i) => (i === broken ? fails : works)),
      Date.now() + (broken + 1) * 7_200_000,
    );
    expect(sum(asked) - (asked[broken] ?? 0)).toBeGreaterThanOrEqual(10);
  }
});

it("a process that is alone asks each time", async () => {
  expect(await anHour([works], Date.now() + 20 * 7_200_000)).toEqual([12]);
});
