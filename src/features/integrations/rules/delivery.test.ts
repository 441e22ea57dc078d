/** The retry schedule, and Retry-After. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { deliveryResult, PAUSES_MS, requestedWait } from "./delivery.ts";

const now = new Date("2026-11-23T01:30:00Z");
const HOUR = 3_600_000;

it.each([
  [200, { to: "delivered" }],
  [204, { to: "delivered" }],
  [302, { to: "later", at: new Date(now.getTime() + 5_000) }],
  [undefined, { to: "later", at: new Date(now.getTime() + 5_000) }],
  [410, { to: "failed", because: "gone" }],
])("after an answer of %s", (status, end) => expect(deliveryResult({ status, tries: 1, now })).toEqual(end));

it("ends with the last pause", () => {
  expect(deliveryResult({ status: 500, tries: PAUSES_MS.length, now }).to).toBe("later");
  expect(deliveryResult({ status: 500, tries: PAUSES_MS.length + 1, now })).toEqual({ to: "failed", because: "failing" });
});

it.each([
  [503, "120", 120_000],
  [429, " 7200 ", 2 * HOUR],
  [503, "Mon, 23 Nov 2026 03:30:00 GMT", 2 * HOUR],
  [503, "Sun, 22 Nov 2026 03:30:00 GMT", 0],
  [503, "9999999999", 20 * HOUR],
  [503, "soon", undefined],
  [503, "-5", undefined],
  [503, "", undefined],
  [503, undefined, undefined],
  [500, "120", undefined],
  [200, "120", undefined],
])("%s with Retry-After: %s", (status, retryAfter, ms) => expect(requestedWait({ status, retryAfter }, now)).toBe(ms));

it("is never sooner than the schedule, whatever the header says", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: PAUSES_MS.length }), (retryAfter, tries) => {
      const end = deliveryResult({ status: 503, retryAfter, tries, now });
      const least = now.getTime() + (PAUSES_MS[tries - 1] ?? 0);
      return end.to === "later" && end.at.getTime() >= least && end.at.getTime() <= now.getTime() + 20 * HOUR;
    }),
  );
});
