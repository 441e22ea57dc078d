/** Gaps that keep a draw from going on sale. */
import { describe, expect, it } from "vitest";
import { checkFields, type LotteryFields, newFields } from "./lottery-fields.ts";
import { type PublishGap, publishableDraft, publishableFields, publishGaps } from "./publishing.ts";

const TODAY = "2026-11-22";
const NOON = new Date(`${TODAY}T12:00:00Z`);
const READY: LotteryFields = {
  ...newFields(TODAY),
  title: "Valmont GT-10",
  title_fr: "Valmont GT-10",
  description: "Burgundy.",
  description_fr: "Bordeaux.",
  right_option: "1",
};
const ALL_ELSE = { pictures: 1, takesFreeEntries: true };

const without = (n: 2 | 3): Partial<LotteryFields> => ({ [`pack${n}_quantity`]: "", [`pack${n}_percent`]: "" });

function gaps(change: Partial<LotteryFields>, about = ALL_ELSE): PublishGap[] {
  return publishGaps(publishableFields({ ...READY, ...change }, about), NOON);
}

describe("a draw", () => {
  it("without gaps may go on sale, today or later", () => {
    expect(gaps({})).toEqual([]);
    expect(gaps({ start_date: "2026-12-01", end_date: "2026-12-24" })).toEqual([]);
    expect(gaps({ end_date: "2026-11-27" })).toEqual([]);
    expect(gaps({ max_tickets_per_person: "50" })).toEqual([]);
    expect(gaps({ max_tickets_per_person: "20", ...without(2), ...without(3) })).toEqual([]);
    expect(gaps({ price_per_ticket: "0", max_tickets_per_person: "5" })).toEqual([]);
  });

  it.each<[PublishGap, Partial<LotteryFields>]>([
    ["no_french_title", { title_fr: " " }],
    ["no_french_description", { description_fr: "" }],
    ["no_french_question", { question_fr: "" }],
    ["no_right_answer", { right_option: "" }],
    ["no_person_limit", { price_per_ticket: "0.00" }],
    ["pack_over_limit", { max_tickets_per_person: "49" }],
    ["starts_in_the_past", { start_date: "2026-11-21" }],
    ["too_short", { end_date: TODAY }],
    ["too_short", { end_date: "2026-11-26" }],
    // Christmas days are no working days.
    ["too_short", { start_date: "2026-12-22", end_date: "2026-12-30" }],
  ])("lacks %s with %j", (gap, change) => {
    expect(gaps(change)).toEqual([gap]);
    const checked = checkFields({ ...READY, ...change }, ["a", "b", "c", "d"]);
    expect("draft" in checked && publishGaps(publishableDraft(checked.draft, ALL_ELSE), NOON)).toEqual([gap]);
  });

  it("lacks pictures, a free way and future dates", () => {
    expect(gaps({}, { pictures: 0, takesFreeEntries: false })).toEqual(["no_picture", "no_free_way"]);
    expect(gaps({ start_date: TODAY, start_time: "11:00" })).toEqual([]);
    expect(gaps({ end_date: TODAY, end_time: "12:00" })).toEqual(["ends_in_the_past", "too_short"]);
    expect(gaps({ end_date: TODAY, end_time: "12:01" })).toEqual(["too_short"]);
    expect(gaps({ start_date: "2026-01-01", end_date: "2026-02-01" })).toEqual(["starts_in_the_past", "ends_in_the_past"]);
  });

  it("with a time of publishing is checked as of that time", () => {
    const later = { publish_at: "2026-12-01T18:00" };
    expect(gaps({ publish_at: "2026-11-22T12:00" })).toEqual(["publishes_in_the_past"]);
    expect(gaps(later)).toEqual(["starts_in_the_past"]);
    expect(gaps({ ...later, start_date: "2026-12-01" })).toEqual([]);
    expect(gaps({ ...later, start_date: "2026-12-01", status: "active" })).toEqual([]);
    expect(gaps({ ...later, start_date: "2026-11-22", status: "active" })).toEqual([]);
  });

  it("that is empty lacks everything except its dates and the question", () => {
    expect(publishGaps(publishableFields(newFields(TODAY), { pictures: 0, takesFreeEntries: true }), NOON)).toEqual([
      "no_picture",
      "no_title",
      "no_french_title",
      "no_description",
      "no_french_description",
      "no_right_answer",
    ]);
  });
});
