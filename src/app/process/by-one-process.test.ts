import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { byOneProcess } from "./by-one-process.ts";

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
/** Requests in an hour of each of five processes with five-minute rounds, started a minute apart. */
async function anHour(processes: readonly (() => Promise<unknown>)[], hour: number): Promise<number[]> {
  const from = Date.UTC(2026, 0, 1, hour * 2);
  const asked = processes.map(() => 0);
  const rounds = processes.map((ask, i) =>
    byOneProcess(ctx, "reconcileRound", async () => {
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

it("five processes with sixty rounds an hour query the provider about twenty times", async () => {
  const asked = sum(await anHour(Array(5).fill(works), 0));
  expect(asked).toBeGreaterThanOrEqual(12);
  expect(asked).toBeLessThanOrEqual(26);
});

/** Every proper, non-empty subset of five processes. */
const choices = Array.from({ length: 30 }, (_, i) => i + 1);
const isBroken = (choice: number, process: number) => ((choice >> process) & 1) === 1;

it("processes that cannot reach the provider do not block the others", async () => {
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

it("a single process queries in each round", async () => {
  expect(await anHour([works], 120)).toEqual([12]);
});
