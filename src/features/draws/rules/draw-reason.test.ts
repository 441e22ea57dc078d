/** Reasons are published, so they must be meaningful. */
import { expect, it } from "vitest";
import { drawReason, LONGEST_REASON, reasonText } from "./draw-reason.ts";

const inEnglish = (text: string) => ({ ok: true, value: { text, textFr: undefined } }) as const;

it.each<[string, string | undefined, boolean, ReturnType<typeof drawReason>]>([
  ["without any text, where a reason is needed, is refused", undefined, true, { ok: false, error: "reason_needed" }],
  ["with spaces only is refused", " \t\n ", true, { ok: false, error: "reason_needed" }],
  ["with control characters only is refused", "\u0000\u0007", true, { ok: false, error: "reason_needed" }],
  ["with spaces around the text is trimmed", "  The car is needed. ", true, inEnglish("The car is needed.")],
  ["of several lines becomes one line", "The car\r\nis needed\u0000at a show.", true, inEnglish("The car is needed at a show.")],
  ["of the greatest length is accepted", "x".repeat(LONGEST_REASON), true, inEnglish("x".repeat(LONGEST_REASON))],
  ["that is longer is refused", "x".repeat(LONGEST_REASON + 1), true, { ok: false, error: "reason_too_long" }],
  ["that is not needed is ignored", "Because.", false, { ok: true, value: undefined }],
])("a form %s", (_case, text, isNeeded, expected) => {
  expect(drawReason({ text }, isNeeded)).toEqual(expected);
});

it("a reason may have a French version, and is shown in the reader's language", () => {
  const both = { text: "The car is needed.", textFr: " On a besoin de la voiture. " };
  const reason = { text: "The car is needed.", textFr: "On a besoin de la voiture." };
  expect(drawReason(both, true)).toEqual({ ok: true, value: reason });
  expect(drawReason({ textFr: "Seulement en français" }, true)).toEqual({ ok: false, error: "reason_needed" });
  expect(drawReason({ text: "x", textFr: "x".repeat(LONGEST_REASON + 1) }, true)).toEqual({
    ok: false,
    error: "reason_too_long",
  });
  expect([reasonText(reason, "en"), reasonText(reason, "fr")]).toEqual([reason.text, reason.textFr]);
  expect(reasonText({ ...reason, textFr: undefined }, "fr")).toBe(reason.text);
});
