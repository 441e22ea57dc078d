/** What counts as a reason: it is published, so it has to be one. */
import { expect, it } from "vitest";
import { drawReason, LONGEST_REASON } from "./draw-reason.ts";

it.each<[string, string | undefined, boolean, ReturnType<typeof drawReason>]>([
  ["none where one is needed", undefined, true, { ok: false, error: "reason_needed" }],
  ["only space", " \t\n ", true, { ok: false, error: "reason_needed" }],
  ["only what nobody can read", "\u0000\u0007", true, { ok: false, error: "reason_needed" }],
  ["one with space around it", "  The car is needed. ", true, { ok: true, value: "The car is needed." }],
  ["one of several lines", "The car\r\nis needed\u0000at a show.", true, { ok: true, value: "The car is needed at a show." }],
  ["the longest", "x".repeat(LONGEST_REASON), true, { ok: true, value: "x".repeat(LONGEST_REASON) }],
  ["a longer one", "x".repeat(LONGEST_REASON + 1), true, { ok: false, error: "reason_too_long" }],
  ["one that nobody needs", "Because.", false, { ok: true, value: undefined }],
])("%s", (_case, text, isNeeded, expected) => {
  expect(drawReason(text, isNeeded)).toEqual(expected);
});
