import { expect, it } from "vitest";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { drawDatesText } from "./draw-dates.ts";

const words = readMessages(messagesFolder());
const say = (locale: "en" | "fr", at: string, takesFreeEntries = true, hasYears = false, endTime = "23:59") =>
  drawDatesText(words[locale].getFixedT(null, "common"), drawDates({ endDate: "2026-12-10", endTime, takesFreeEntries }), {
    locale,
    now: new Date(at).getTime(),
    hasYears,
  }).replaceAll("\u00a0", " ");

it.each([
  ["2026-11-28", "Sales close 10 Dec, 23:59. Winner drawn from 18 Dec, once the post is in. Postal entries count until 17 Dec."],
  ["2026-12-10", "Sales close 10 Dec, 23:59. Winner drawn from 18 Dec, once the post is in. Postal entries count until 17 Dec."],
  ["2026-12-11", "Sales closed 10 Dec, 23:59. Winner drawn from 18 Dec, once the post is in. Postal entries count until 17 Dec."],
  ["2026-12-18", "Sales closed 10 Dec, 23:59. Postal entries counted until 17 Dec. Winner drawn from 18 Dec."],
  ["2027-12-18", "Sales closed 10 Dec 2026, 23:59. Postal entries counted until 17 Dec 2026. Winner drawn from 18 Dec 2026."],
])("on %s", (today, sentence) => {
  expect(say("en", today)).toBe(sentence);
});

it("in French, without a second full stop after an abbreviated month", () => {
  expect(say("fr", "2026-11-28")).toBe(
    "Clôture le 10 déc. à 23 h 59. Tirage à partir du 18 déc., après le dernier courrier. Les participations par courrier comptent jusqu’au 17 déc.",
  );
});

it("without postal entries omits the post, and has years if it is read later", () => {
  expect(say("en", "2026-11-28", false)).toBe("Sales close 10 Dec, 23:59. Winner drawn from 11 Dec.");
  expect(say("en", "2026-11-28", false, true)).toBe("Sales close 10 Dec 2026, 23:59. Winner drawn from 11 Dec 2026.");
});

it("names the hour of a closing during the day, and says at that hour that sales are closed", () => {
  const on = (at: string, locale: "en" | "fr" = "en") => say(locale, at, true, false, "18:00");
  expect(on("2026-12-10T17:59:59Z")).toMatch(/^Sales close 10 Dec, 18:00\./);
  expect(on("2026-12-10T18:00:00Z")).toMatch(/^Sales closed 10 Dec, 18:00\./);
  expect(on("2026-12-10T12:00:00Z", "fr")).toMatch(/^Clôture le 10 déc. à 18 h 00\./);
  expect(say("en", "2026-12-10T18:00:00Z", false, false, "18:00")).toBe("Sales closed 10 Dec, 18:00. Winner drawn from 10 Dec.");
});
