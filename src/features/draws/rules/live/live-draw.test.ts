/** How often the live page polls. */
import { describe, expect, it } from "vitest";
import { type LiveDraw, livePause, spreadPause } from "./live-draw.ts";

const NOON = Date.parse("2026-11-28T12:00:00Z");
const sealed = { sequence: 1, sealedAt: NOON - 60_000, commitment: "00", n: 9, round: 7, roundAt: NOON };
const live = (change: Partial<LiveDraw>): LiveDraw => ({ state: "waiting", isDemo: false, sealed, ...change });

describe("a live page asks", () => {
  it.each([
    ["rarely while the round is far", -600_000, 20_000],
    ["just after the round", -9_000, 9_000],
    ["never more often than this", -400, 2_500],
    ["often once the round is due", 1_000, 2_500],
    ["less often once it is late", 60_000, 10_000],
  ])("%s", (_, since, pause) => {
    expect(livePause(live({}), NOON + since)).toBe(pause);
  });

  it("for a recording after the result, and never after an end without a winner", () => {
    expect(livePause(live({ state: "drawn" }), NOON)).toBe(60_000);
    expect(livePause(live({ state: "cancelled" }), NOON)).toBeUndefined();
    expect(livePause(live({ state: "empty" }), NOON)).toBeUndefined();
  });

  it("often before the seal of a demonstration, whose round follows within seconds", () => {
    expect(livePause(live({ state: "ready", isDemo: true }), NOON)).toBe(2_000);
    expect(livePause(live({ state: "ready" }), NOON)).toBe(10_000);
  });

  it("at different moments, and less often after failures", () => {
    expect([0, 0.5, 1].map((luck) => spreadPause(2_500, { failures: 0, luck }))).toEqual([2_000, 2_500, 3_000]);
    expect(spreadPause(2_500, { failures: 2, luck: 0.5 })).toBe(10_000);
    expect(spreadPause(2_500, { failures: 30, luck: 0.5 })).toBe(120_000);
  });
});
