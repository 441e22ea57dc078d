import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockOffset, isFreshDocument } from "./shop-clock.ts";

const NOON = Date.parse("2026-11-28T12:00:00Z");
const HOUR = 3_600_000;

/** A document as it was delivered, with a clock of its own. */
async function openDocument(delivery: { type: string; transferSize?: number; decodedBodySize?: number }) {
  vi.resetModules();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([delivery as unknown as PerformanceEntry]);
  return await import("./shop-clock.ts");
}

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the shop's clock", () => {
  it.each([-26 * 365 * 24 * HOUR, -HOUR, -90_000, 0, 90_000, HOUR])("is right on a device that is %i ms off", async (wrong) => {
    const clock = await openDocument({ type: "navigate", transferSize: 9_000, decodedBodySize: 30_000 });
    vi.setSystemTime(NOON + wrong);
    clock.setShopTime(NOON);
    expect(clock.shopNow()).toBe(NOON);
    vi.advanceTimersByTime(HOUR);
    // The page's time again, in a dialog that opens later, changes nothing.
    clock.setShopTime(NOON);
    expect(clock.shopNow()).toBe(NOON + HOUR);
  });

  it("is right on an old document, and with a wrong device clock once the server has answered", async () => {
    const clock = await openDocument({ type: "back_forward", transferSize: 0, decodedBodySize: 30_000 });
    const changed = vi.fn();
    clock.onShopClockChange(changed);
    clock.setShopTime(NOON - 24 * HOUR);
    expect(clock.shopNow()).toBe(NOON);
    clock.endHydration();
    clock.setShopTime(NOON + HOUR);
    expect(clock.shopNow()).toBe(NOON + HOUR);
    expect(changed).toHaveBeenCalledOnce();
  });

  it.each([
    [true, { type: "navigate", transferSize: 300, decodedBodySize: 30_000 }],
    [true, { type: "back_forward", transferSize: 9_000, decodedBodySize: 30_000 }],
    [false, { type: "back_forward", transferSize: 0, decodedBodySize: 30_000 }],
    // A restored or reopened tab.
    [false, { type: "navigate", transferSize: 0, decodedBodySize: 30_000 }],
  ] as const)("takes a document for fresh: %s", (isFresh, delivery) => {
    expect(isFreshDocument(delivery)).toBe(isFresh);
  });

  it("corrects a device's clock only when it is a minute or more off", () => {
    expect(clockOffset(1_000_000, 1_059_999)).toBe(0);
    expect(clockOffset(1_000_000, 1_060_000)).toBe(-60_000);
    expect(clockOffset(1_000_000, 400_000)).toBe(600_000);
  });
});
