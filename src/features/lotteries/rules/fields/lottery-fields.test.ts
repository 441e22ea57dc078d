/** The form of a draw: defaults, validation and stored values. */

import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import type { LotteryStatus } from "#shared/states.ts";
import { canBecome, type StatusProblem } from "../lifecycle.ts";
import type { Lottery } from "../lottery.ts";
import { isPictureFile } from "../prize/picture-files.ts";
import { PACKS } from "../purchase/pricing.ts";
import { DEFAULT_QUIZ } from "../purchase/quiz.ts";
import type { FieldProblem } from "./fact.ts";
import type { LotteryDraft } from "./facts.ts";
import { changesBetween, columnsOf, columnsOfLottery, isPromised } from "./lottery-changes.ts";
import {
  checkFields,
  type FieldName,
  type FieldProblems,
  fieldsOf,
  type LotteryFields,
  newFields,
  readFields,
} from "./lottery-fields.ts";
import { previewOf, prospect } from "./lottery-preview.ts";
import { packFields } from "./packs-fact.ts";

const TODAY = "2026-03-15";
const IDS = DEFAULT_QUIZ.options.map(({ id }) => id);
const GOOD: LotteryFields = { ...newFields(TODAY), title: "Valmont GT-10", description: "Bordeaux over black." };
const NO_PACKS: Partial<LotteryFields> = Object.fromEntries(
  packFields.flatMap(({ quantity, percent }) => [
    [quantity, ""],
    [percent, ""],
  ]),
);
const check = (change: Partial<LotteryFields> = {}) => checkFields({ ...GOOD, ...change }, IDS);

function draftOf(change: Partial<LotteryFields> = {}): LotteryDraft {
  const checked = check(change);
  if ("problems" in checked) throw new Error(JSON.stringify(checked.problems));
  return checked.draft;
}

describe("a new draw", () => {
  it("starts with the specification's defaults: 29.99, 50000, 1000, today, thirty days later, draft", () => {
    expect(newFields(TODAY)).toMatchObject({
      price_per_ticket: "29.99",
      price_value: "50000",
      tickets_available: "1000",
      start_date: "2026-03-15",
      // Across the change to summer time.
      end_date: "2026-04-14",
      // The whole of both days.
      start_time: "00:00",
      end_time: "23:59",
      status: "draft",
    });
  });

  it("starts with the specification's packs", () => {
    expect(draftOf().packs).toEqual(PACKS);
  });

  it("starts with the specification's question and options, without a right one", () => {
    expect(draftOf()).toMatchObject({ quiz: DEFAULT_QUIZ, rightOption: undefined });
    expect(DEFAULT_QUIZ.question.fr).toBe("Quelle est la marque de cette voiture ?");
    expect(DEFAULT_QUIZ.options.map(({ en }) => en)).toEqual(["Mercedes-Benz", "BMW", "Audi", "Porsche"]);
  });
});

it("a charity has a name, a number of its register, and either an amount or a share", () => {
  const given = { charity_name: "Guide Dogs", charity_number: "209617", charity_share: "10" };
  expect(draftOf(given).charity).toEqual({ name: "Guide Dogs", number: "209617", amount_pence: null, share_points: 1000 });
  expect(draftOf({ ...given, charity_number: "sc 012345", charity_share: "", charity_amount: "500" }).charity).toMatchObject({
    number: "SC012345",
    amount_pence: 50_000,
  });
  expect(draftOf().charity).toBeUndefined();
  for (const [change, problems] of [
    [{ charity_name: "" }, { charity_name: "required" }],
    [{ charity_number: "" }, { charity_number: "required" }],
    [{ charity_number: "12345" }, { charity_number: "not_a_charity_number" }],
    [{ charity_number: "SC12" }, { charity_number: "not_a_charity_number" }],
    [{ charity_share: "" }, { charity_amount: "amount_or_share" }],
    [{ charity_share: "0" }, { charity_share: "not_a_share" }],
    [{ charity_share: "100.5" }, { charity_share: "not_a_share" }],
  ] as const)
    expect(check({ ...given, ...change })).toEqual({ problems });
});

it("cash has from 1 to 30 days for the choice; without an amount, the days do not matter", () => {
  const days = (cash_choice_days: string, cash_alternative = "50000") => check({ cash_alternative, cash_choice_days });
  expect(days("0")).toEqual({ problems: { cash_choice_days: "not_positive" } });
  expect(days("31")).toEqual({ problems: { cash_choice_days: "too_many_days" } });
  expect(draftOf({ cash_alternative: "50,000" }).cash).toEqual({ amount: 5_000_000, days: 14 });
  expect(draftOf({ cash_choice_days: "" }).cash).toBeUndefined();
});

describe("a field", () => {
  it.each<[FieldName, string, FieldProblem]>([
    ["title", "  ", "required"],
    ["title", "x".repeat(121), "too_long"],
    ["description", "", "required"],
    ["price_per_ticket", "", "required"],
    ["price_per_ticket", "free", "not_a_number"],
    ["price_per_ticket", "1e3", "not_a_number"],
    ["price_per_ticket", "-0.01", "negative"],
    ["price_per_ticket", "29.999", "ambiguous"],
    ["price_per_ticket", "29.9999", "not_pence"],
    ["price_value", "85.000", "ambiguous"],
    ["price_per_ticket", "0.29", "below_minimum"],
    ["price_per_ticket", "1000000.01", "too_large"],
    ["price_value", "", "required"],
    ["price_value", "-1", "negative"],
    ["price_value", "0.001", "not_pence"],
    ["tickets_available", "", "required"],
    ["tickets_available", "0", "not_positive"],
    ["tickets_available", "1.5", "not_whole"],
    ["tickets_available", "10000001", "too_large"],
    ["pack1_quantity", "1", "too_few_in_pack"],
    ["pack1_quantity", "", "required"],
    ["pack1_percent", "0", "not_positive"],
    ["pack1_percent", "12.5", "not_whole"],
    ["pack2_quantity", "15", "not_rising"],
    ["pack2_percent", "10", "not_rising"],
    ["pack3_percent", "51", "too_much_off"],
    ["pack1_percent", "", "required"],
    ["start_date", "", "required"],
    ["start_date", "2026-02-30", "not_a_day"],
    ["start_date", "tomorrow", "not_a_day"],
    ["end_date", "", "required"],
    ["end_date", "2026-03-14", "ends_before_start"],
    ["start_time", "", "required"],
    ["start_time", "24:00", "not_a_time"],
    ["end_time", "6 pm", "not_a_time"],
    ["publish_at", "2026-04-01", "not_a_moment"],
    ["publish_at", "2026-02-30T18:00", "not_a_moment"],
    ["publish_at", "2026-03-29T01:30", "skipped_hour"],
    ["publish_at", "2026-10-25T01:30", "repeated_hour"],
    ["status", "paused", "unknown_status"],
    ["question", "", "required"],
    ["option0", "", "required"],
    ["option3", "BMW", "same_option"],
    ["right_option", "4", "unknown_option"],
    ["cash_alternative", "0", "not_positive"],
    ["cash_alternative", "49999.99", "below_prize"],
    ["cash_alternative", "lots", "not_a_number"],
    ["car_make", "x".repeat(61), "too_long"],
    ["car_year", "1899", "not_a_year"],
    ["car_year", "2101", "not_a_year"],
    ["car_mileage", "-1", "negative"],
    ["car_mileage", "8200.5", "not_whole"],
    ["car_mileage", "many", "not_a_number"],
    ["car_power", "0", "not_positive"],
    ["car_mot_until", "2027-02-30", "not_a_day"],
    ["car_fuel", "steam", "unknown_choice"],
    ["car_delivery", "winner", "unknown_choice"],
    ["car_ending", "***", "no_characters"],
  ])("%s of %j is refused: %s", (name, value, problem) => {
    expect(check({ [name]: value })).toEqual({ problems: { [name]: problem } });
  });

  it.each<[Partial<LotteryFields>, FieldProblems]>([
    [{ start_date: "2026-03-29", start_time: "01:30" }, { start_time: "skipped_hour" }],
    [{ end_date: "2026-03-29", end_time: "01:00" }, { end_time: "skipped_hour" }],
    [{ start_date: "2026-10-25", start_time: "01:59", end_date: "2026-11-25" }, { start_time: "repeated_hour" }],
    [{ end_date: "2026-10-25", end_time: "01:30" }, { end_time: "repeated_hour" }],
    [{ start_time: "18:00", end_date: TODAY, end_time: "18:00" }, { end_time: "closes_before_opening" }],
  ])("of hours is refused beside the time: %j", (change, problems) => {
    expect(check(change)).toEqual({ problems });
  });

  it("with an error does not hide other errors", () => {
    expect(check({ title: "", end_date: "2020-01-01", tickets_available: "many" })).toEqual({
      problems: { title: "required", end_date: "ends_before_start", tickets_available: "not_a_number" },
    });
  });

  it.each<[Partial<LotteryFields>, Partial<LotteryDraft>]>([
    [{ price_per_ticket: "0" }, { pricePerTicket: pence(0) }],
    [{ price_per_ticket: "0.3" }, { pricePerTicket: pence(30) }],
    [{ price_per_ticket: "29,99" }, { pricePerTicket: pence(2999) }],
    [{ price_value: "85 000,00 £" }, { priceValue: pence(8_500_000) }],
    [{ tickets_available: "6,000" }, { ticketsAvailable: 6000 }],
    [{ price_per_ticket: " 29.99 " }, { pricePerTicket: pence(2999) }],
    [{ price_per_ticket: ".5" }, { pricePerTicket: pence(50) }],
    [{ price_value: "148000.50" }, { priceValue: pence(14_800_050) }],
    [{ tickets_available: "1" }, { ticketsAvailable: 1 }],
    [{ max_tickets_per_person: "" }, { maxPerPerson: undefined }],
    [{ max_tickets_per_person: " 100 " }, { maxPerPerson: 100 }],
    [NO_PACKS, { packs: [] }],
    [{ ...NO_PACKS, pack4_quantity: "5", pack4_percent: "50" }, { packs: [{ name: "bronze", quantity: 5, percentOff: 50 }] }],
    [{ end_date: TODAY }, { endDate: TODAY }],
    [
      { start_time: "09:00", end_date: TODAY, end_time: "09:01" },
      { startTime: "09:00", endTime: "09:01" },
    ],
    [{ publish_at: "" }, { publishAt: undefined }],
    [{ publish_at: "2026-07-01T18:00" }, { publishAt: new Date("2026-07-01T17:00:00Z") }],
    [{ right_option: "3" }, { rightOption: "porsche" }],
    [{ title_fr: " " }, { title: { en: "Valmont GT-10", fr: undefined } }],
    [{ title_fr: "Valmont" }, { title: { en: "Valmont GT-10", fr: "Valmont" } }],
  ])("%j is valid", (change, stored) => {
    expect(draftOf(change)).toMatchObject(stored);
  });

  it("missing in the form, because it is locked, keeps its stored value", () => {
    const form = new FormData();
    form.set("title", "One\r\ntwo\0");
    expect(readFields(form, GOOD)).toEqual({ ...GOOD, title: "One\ntwo" });
  });
});

describe("a stored draw", () => {
  const draft = draftOf({ right_option: "1", question_fr: "", option0_fr: "Mercédès" });
  const lottery = {
    ...draft,
    id: "x",
    images: [{ id: "i", displayOrder: 0, picture: { url: "/media/a", width: 1, height: 1, widths: [1], placeholder: "" } }],
  } as unknown as Lottery & { rightOption: string; publishAt: undefined };

  it("is shown in its form as typed: French that repeats the English was left empty", () => {
    const fields = fieldsOf(lottery);
    expect(fields).toMatchObject({ question_fr: "", option0_fr: "Mercédès", option1_fr: "", right_option: "1" });
    expect(checkFields(fields, IDS)).toEqual({ draft });
  });

  it("differs only where it was changed, whatever the order of keys in its question", () => {
    const quiz = JSON.parse(JSON.stringify(draft.quiz, ["options", "fr", "en", "id", "question"]));
    expect(changesBetween(columnsOfLottery({ ...lottery, quiz }), columnsOf(draft, ["/media/a"]))).toBeUndefined();
    const change = changesBetween(columnsOfLottery(lottery), columnsOf({ ...draft, title: { en: "New", fr: undefined } }, []));
    expect(change).toEqual({
      before: { title: "Valmont GT-10", images: ["/media/a"] },
      after: { title: "New", images: [] },
    });
  });

  it.each<Partial<LotteryFields>>([
    { price_per_ticket: "30" },
    { tickets_available: "1001" },
    { max_tickets_per_person: "100" },
    { start_date: "2026-03-16" },
    { end_date: "2026-05-01" },
    { start_time: "09:00" },
    { end_time: "18:00" },
    { question: "Which?" },
    { option2: "Lancia" },
    { right_option: "" },
    { title: "A used bicycle" },
    { title_fr: "Un vélo" },
    { description: "Two wheels" },
    { description_fr: "Deux roues" },
    { price_value: "50" },
  ])("with %j changes what was advertised", (fields) => {
    const now = draftOf({ right_option: "1", question_fr: "", option0_fr: "Mercédès", ...fields });
    const change = changesBetween(columnsOfLottery(lottery), columnsOf(now, ["/media/a"]));
    expect(change && isPromised(change, { hasOrders: true })).toBe(true);
  });

  it("with another picture changes what was advertised, with another status only it does not", () => {
    const pictures = changesBetween(columnsOfLottery(lottery), columnsOf(draft, ["/media/b"]));
    const status = changesBetween(columnsOfLottery(lottery), columnsOf({ ...draft, status: "cancelled" }, ["/media/a"]));
    const isFinal = (change: typeof pictures) => change && isPromised(change, { hasOrders: true });
    expect([isFinal(pictures), isFinal(status)]).toEqual([true, false]);
  });
});

it("the cash alternative is final once the draw is published, other facts after the first order", () => {
  const change = (fields: Parameters<typeof draftOf>[0]) =>
    changesBetween(columnsOf(draftOf({}), []), columnsOf(draftOf(fields), []));
  const isFinal = (fields: Parameters<typeof draftOf>[0], isPublished: boolean) => {
    const found = change(fields);
    return found && isPromised(found, { hasOrders: false, isPublished });
  };
  expect([isFinal({ cash_alternative: "90000" }, false), isFinal({ cash_alternative: "90000" }, true)]).toEqual([false, true]);
  expect(isFinal({ title: "A better car" }, true)).toBe(false);
});

describe("a status", () => {
  it.each<[LotteryStatus | undefined, LotteryStatus, { tickets?: number; held?: number }, StatusProblem | undefined]>([
    [undefined, "draft", {}, undefined],
    [undefined, "active", {}, undefined],
    [undefined, "completed", {}, "starts_open"],
    [undefined, "cancelled", {}, "starts_open"],
    ["draft", "draft", {}, undefined],
    ["draft", "active", {}, undefined],
    ["draft", "cancelled", {}, undefined],
    ["draft", "completed", {}, "not_sold_yet"],
    ["active", "active", { tickets: 9 }, undefined],
    ["active", "cancelled", { tickets: 9 }, undefined],
    ["active", "completed", {}, undefined],
    ["active", "completed", { tickets: 1 }, "has_tickets"],
    ["active", "completed", { held: 1 }, "being_paid"],
    ["active", "draft", {}, "not_back"],
    ["completed", "completed", {}, undefined],
    ["completed", "active", {}, "is_final"],
    ["completed", "cancelled", {}, "is_final"],
    ["cancelled", "active", {}, "is_final"],
    ["cancelled", "draft", {}, "is_final"],
  ])("from %s to %s with %j: %s", (from, to, { tickets = 0, held = 0 }, problem) => {
    const becoming = canBecome(from, to, { tickets, held });
    expect(becoming.ok ? undefined : becoming.error).toBe(problem);
  });
});

describe("a file", () => {
  it.each([
    ["image/jpeg", "car.jpg", true],
    ["image/jpeg", "CAR.JPEG", true],
    ["image/png", "car.png", true],
    ["image/webp", "my.car.webp", true],
    ["image/svg+xml", "car.svg", false],
    ["image/gif", "car.gif", false],
    ["image/png", "car.png.html", false],
    ["image/png", "png", true],
    ["text/html", "car.png", false],
    ["", "car.png", true],
    ["application/octet-stream", "car.webp", true],
    ["application/octet-stream", "car", false],
    ["", "car", false],
    ["image/jpeg", "car.jfif", true],
    ["image/jpeg", "car.jpe", true],
    ["image/jpeg", "Porsche 911 4.0", true],
    ["image/jpg", "car.jpg", true],
    ["image/pjpeg", "car.jpg", true],
    ["image/jpeg; charset=binary", "car.jpg ", true],
    ["image/jpeg", "car.heic", false],
    ["constructor", "car.png", false],
  ])("of type %j named %j: %s", (type, name, isPicture) => {
    expect(isPictureFile({ type, name })).toBe(isPicture);
  });
});

describe("the preview", () => {
  const now = new Date("2026-03-15T12:00:00Z");
  const shown = (change: Partial<LotteryFields>, locale: "en" | "fr" = "en") =>
    previewOf({ fields: { ...GOOD, ...change }, pictures: [], sold: 0, locale, now });

  it("shows a draft as if active, in French with the English where that is missing", () => {
    expect(shown({})).toMatchObject({ title: "Valmont GT-10", phase: "on_sale", pricePerTicket: 2999, total: 1000 });
    expect(shown({ start_date: "2026-03-16" }).phase).toBe("upcoming");
    expect(shown({ title_fr: "La Valmont" }, "fr")).toMatchObject({ title: "La Valmont", description: "Bordeaux over black." });
  });

  it("renders any input", () => {
    expect(shown({ price_per_ticket: "x", tickets_available: "-3", start_date: "", end_date: "2026-02-31" })).toMatchObject({
      pricePerTicket: 0,
      total: 1,
      endDate: "2026-03-15",
    });
    expect(prospect({ ...GOOD, price_per_ticket: "34.99", tickets_available: "6500" })).toEqual({
      takings: 22_743_500,
      tickets: 6500,
      prize: 5_000_000,
      loses: false,
    });
    expect(prospect({ ...GOOD, tickets_available: "x" })).toBeUndefined();
    // A price of zero would lose money.
    expect(prospect({ ...GOOD, price_per_ticket: "1.000" })).toBeUndefined();
    expect(prospect({ ...GOOD, price_per_ticket: "29,99", price_value: "85 000,00" })).toMatchObject({ takings: 2_999_000 });
  });
});
