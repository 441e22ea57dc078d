/** Every field of the list is saved and appears wherever it has to. */
import { sql } from "kysely";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub, useLoaderData } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { type EditedLottery, editedLottery, newLottery } from "#features/lotteries/admin/lottery-form-view.ts";
import { LotteryForm } from "#features/lotteries/admin/lottery-form.tsx";
import { CAR_FIELDS, type CarField } from "#features/lotteries/rules/fields/car-fact.ts";
import type { Fact } from "#features/lotteries/rules/fields/fact.ts";
import { FACT_LIST, FACTS, PUBLIC_COLUMNS, SECRET_COLUMNS } from "#features/lotteries/rules/fields/facts.ts";
import {
  canEdit,
  FIELD_NAMES,
  type FieldName,
  type LotteryFields,
  newFields,
} from "#features/lotteries/rules/fields/lottery-fields.ts";
import { previewOf } from "#features/lotteries/rules/fields/lottery-preview.ts";
import { oneLotteryShape } from "#features/lotteries/rules/lottery-json.ts";
import { DEFAULT_QUIZ } from "#features/lotteries/rules/purchase/quiz.ts";
import { findManagedLottery } from "#features/lotteries/server/list-managed-lotteries.ts";
import * as api from "#features/lotteries/shop/lottery-api-route.ts";
import * as page from "#features/lotteries/shop/lottery-page.tsx";
import { saveFromForm } from "#features/orders/admin/lotteries/lotteries-save.server.ts";
import { order } from "#features/orders/server/orders.fixture.ts";
import * as quizPage from "#features/orders/shop/quiz/quiz-page.tsx";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { errorOf } from "#ui/forms/reply.ts";
import { api as routes } from "../http/api/api.ts";
import { openApiDocument } from "../http/api/openapi.ts";

/** Columns of `lotteries` that no form writes. Every column is either here or in the field list. */
const SHOPS_OWN = [
  ...["id", "short_number", "version", "request_key", "created_at", "updated_at", "opens_at", "closes_at"],
  ...["tickets_sold", "tickets_held", "held_by_newcomers", "last_ticket_number"],
  ...["sales_state", "takes_free_entries", "draws_by_itself", "winner_id", "winner_photo_url"],
  ...["cancel_reason", "cancel_note", "cancel_note_fr", "archived_at"],
];

let ctx: TestCtx;
let boss: Actor;
let cookie: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  boss = { kind: "admin", id: (await makeUser(ctx)).id };
  await ctx.db.insertInto("admin_user").values({ id: boss.id }).execute();
  cookie = sessionCookie(ctx, (await registered(ctx)).sessionToken).split(";")[0] ?? "";
});
// Their pictures are rows without files.
afterAll(() => ctx.close({ broken: ["pictures-exist"] }));

/** A valid value that differs from the field's present one. */
const ANOTHER: Record<Fact["kind"], (typed: string, name: FieldName) => string> = {
  words: (typed) => `${typed} anew`.trim(),
  car: (_, name) => ({ ...CAR, ...OTHER_CAR })[name as CarField],
  cash: (typed) => String(Number(typed) + 1),
  charity: (typed, name) => (name === "charity_name" ? `${typed} anew` : String(Number(typed) + 1)),
  pounds: (typed) => String(Number(typed) + 1),
  count: (typed) => String(Number(typed) + 1),
  day: (typed) => addDays(typed, 1),
  packs: (typed) => String(Number(typed) + 1),
  // Late enough for a draw of today to open later, or to close before the day ends.
  time: () => "23:58",
  moment: () => `${addDays(londonDate(ctx.now()), 1)}T18:00`,
  status: () => "completed",
  quiz: (typed) => `${typed} anew`.trim(),
  right_option: (typed) => String((Number(typed) + 1) % 4),
  prizes: (typed) =>
    JSON.stringify([...JSON.parse(typed), ["A bicycle", "Un vélo", "800", "", "", ...CAR_FIELDS.map(() => ""), ""]]),
  choice: (typed) => (typed === "yes" ? "no" : "yes"),
};
const CAR: Record<CarField, string> = {
  ...{
    car_make: "Valmont",
    car_model: "GT-10",
    car_variant: "Touring",
    car_year: "2021",
    car_ending: "4F2K",
    car_mileage: "8200",
  },
  ...{ car_fuel: "petrol", car_gearbox: "manual", car_power: "503", car_colour: "Bordeaux", car_colour_fr: "Bordeaux nacré" },
  ...{
    car_owners: "1",
    car_mot_until: "2027-03-31",
    car_category: "none",
    car_warranty: "12 months",
    car_warranty_fr: "12 mois",
  },
  ...{ car_tax: "shop", car_insurance: "shop", car_delivery: "delivered" },
};
const OTHER_CAR: Record<CarField, string> = {
  ...{ car_make: "Corvo", car_model: "S", car_variant: "Sport", car_year: "2022", car_ending: "9ZZZ", car_mileage: "0" },
  ...{ car_fuel: "electric", car_gearbox: "automatic", car_power: "504", car_colour: "Black", car_colour_fr: "Noir" },
  ...{ car_owners: "0", car_mot_until: "2027-04-01", car_category: "n", car_warranty: "24 months", car_warranty_fr: "24 mois" },
  ...{ car_tax: "winner", car_insurance: "winner", car_delivery: "collected" },
};
const SECRETS: readonly string[] = ["rightOption", "publishAt"];
const factOf = (name: FieldName) => {
  const found = FACT_LIST.find(([, { names }]) => names.includes(name));
  if (!found) throw new Error(name);
  return { key: found[0], fact: found[1] as Fact, isSecret: SECRETS.includes(found[0]) };
};
const changed = (name: FieldName, fields: LotteryFields) => ({
  ...fields,
  [name]: ANOTHER[factOf(name).fact.kind](fields[name], name),
});

/** Complete, so that each field can change alone. */
const whole = (): LotteryFields => {
  const fields = newFields(londonDate(ctx.now()));
  const filled = FACT_LIST.flatMap(([, { kind, names }]) => (kind === "words" ? names.map((name) => [name, `A ${name}`]) : []));
  const right_option = String(DEFAULT_QUIZ.options.findIndex(({ id }) => id === RIGHT_ANSWER));
  const packs = { pack4_quantity: "60", pack4_percent: "30", pack5_quantity: "70", pack5_percent: "40" };
  const further_prizes = JSON.stringify([
    ["A van", "Un fourgon", "3000", "Steel", "", ...CAR_FIELDS.map((name) => CAR[name]), ""],
  ]);
  const more = {
    ...packs,
    charity_name: "Guide Dogs",
    charity_number: "209617",
    charity_share: "10",
    question_fr: "Lequel ?",
    max_tickets_per_person: "80",
    further_prizes,
    right_option,
  };
  return { ...fields, ...CAR, cash_alternative: "60000", ...Object.fromEntries(filled), ...more };
};
async function send(fields: LotteryFields, edited?: EditedLottery) {
  const form = new FormData();
  form.set("intent", "save");
  form.set("version", String(edited?.version ?? 0));
  for (const name of FIELD_NAMES) form.set(name, fields[name]);
  for (const { url } of edited?.pictures ?? []) form.append("images", url);
  const saved = await saveFromForm(ctx, boss, { form, lotteryId: edited?.id, locale: "en" });
  if (saved === "forbidden" || "flash" in saved || !saved.review) return saved;
  form.set("reviewed", saved.review.digest);
  form.set("sentence", saved.review.sentence ?? "");
  return saveFromForm(ctx, boss, { form, lotteryId: edited?.id, locale: "en" });
}
async function edited(id: string): Promise<EditedLottery> {
  const found = await findManagedLottery(ctx, boss, id);
  if (!found.ok) throw new Error(found.error);
  return editedLottery(found.value);
}
const lastAdded = async () =>
  (await ctx.db.selectFrom("lotteries").select("id").orderBy("short_number", "desc").limit(1).executeTakeFirstOrThrow()).id;
/** With two pictures, one of which the question's page shows. */
async function draft(): Promise<string> {
  expect(await send(whole())).toEqual({ flash: "lotteryCreated" });
  const id = await lastAdded();
  const picture = { lottery_id: id, width: 1600, height: 1000, widths: [800], placeholder: "data:," };
  for (const at of [0, 1])
    await ctx.db
      .insertInto("lottery_images")
      .values({ ...picture, image_url: `/media/${id}-${at}`, display_order: at })
      .execute();
  return id;
}
async function publish(id: string): Promise<void> {
  await ctx.db.updateTable("lotteries").set({ status: "active" }).where("id", "=", id).execute();
}
async function onSale(): Promise<string> {
  const id = await draft();
  await publish(id);
  return id;
}

type Read = Readonly<Record<string, unknown>>;
const plain = (value: unknown): Read => JSON.parse(JSON.stringify(value));
async function load(handler: (args: never) => unknown, lotteryId: string, locale: Locale): Promise<Read> {
  const context = requestContext(ctx);
  context.set(localeKey, locale);
  const request = new Request("http://localhost:3000/", { headers: { cookie } });
  const reply = await handler({ request, params: { lotteryId }, context } as never);
  return reply instanceof Response ? ((await reply.json()) as Read) : plain((reply as { data: unknown }).data);
}
/** The draw as pages, API and database return it. */
async function everywhere(id: string) {
  const pages = await Promise.all(
    LOCALES.map(async (locale) => {
      const { question, options } = await load(quizPage.loader, id, locale);
      return {
        question,
        options,
        html: htmlOf(DrawPage, { draw: { ...(await load(page.loader, id, locale)), now: 0 } }, locale),
      };
    }),
  );
  const row = await ctx.db.selectFrom("lotteries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { pages, api: await load(api.get, id, "en"), row: plain(row) };
}
const differences = (was: Read, is: Read) =>
  Object.keys({ ...was, ...is }).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
const logOf = (id: string) =>
  ctx.db
    .selectFrom("audit_log")
    .select(["action", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
function htmlOf(Stub: ReturnType<typeof createRoutesStub>, loaderData: Read, locale: Locale): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={ctx.messages[locale]}>
      <Stub hydrationData={{ loaderData }} />
    </I18nextProvider>,
  );
}
const DrawPage = createRoutesStub([{ id: "draw", path: "/", Component: page.default }]);
function FormScreen() {
  return <LotteryForm lottery={useLoaderData<EditedLottery>()} now={0} requestKey="" />;
}
/** The inputs of a field in the server's markup. */
function inputsOf(name: FieldName, lottery: EditedLottery): string[] {
  const Stub = createRoutesStub([{ id: "form", path: "/", Component: FormScreen }]);
  const html = htmlOf(Stub, { form: lottery }, "en");
  return html.match(new RegExp(`<(input|textarea|select)[^>]* name="${name}"[^>]*>`, "g")) ?? [];
}

it("every column of the draw is either in the field list or the shop's own", async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'lotteries'`.execute(
    ctx.db,
  );
  expect([...PUBLIC_COLUMNS, ...SECRET_COLUMNS, ...SHOPS_OWN].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it("a new draw is stored with every field of its form", async () => {
  const fields = whole();
  expect(await send(fields)).toEqual({ flash: "lotteryCreated" });
  expect((await edited(await lastAdded())).fields).toEqual(fields);
});

const isOfDrafts = (name: FieldName) => factOf(name).fact.onlyDraft === true;

describe.each(FIELD_NAMES.filter((name) => !isOfDrafts(name)))("the field %s", (name) => {
  const { fact, isSecret } = factOf(name);
  const shape = Object.keys(fact.shape);

  it("stands in the form, and is locked there as the list says", () => {
    const lottery = { ...newLottery(whole()), id: "3f2b8f2e-0000-4000-8000-000000000001" };
    for (const [isPublished, hasOrders] of [
      [false, false],
      [true, false],
      [true, true],
    ] as const) {
      const inputs = inputsOf(name, { ...lottery, isPublished, hasOrders });
      expect(inputs.length, "inputs").toBeGreaterThan(0);
      const isLocked = !canEdit(name, { isPublished, hasOrders });
      for (const input of inputs) expect(/ (readOnly|disabled)=""/.test(input), input).toBe(isLocked);
    }
    const preview = (fields: LotteryFields) =>
      LOCALES.map((locale) => previewOf({ fields, pictures: [], sold: 0, locale, now: ctx.now() }));
    if (fact.card !== "question") expect(preview(changed(name, lottery.fields))).not.toEqual(preview(lottery.fields));
  });

  it("is saved, and then read by the form, the pages, the API and the audit log", async () => {
    // What the publication locks is changed in a draft, and compared with a draw on sale.
    const isFixed = fact.lockedBy === "publication";
    const id = isFixed ? await draft() : await onSale();
    const was = await everywhere(isFixed ? await onSale() : id);
    const opened = await edited(id);
    const fields = changed(name, opened.fields);
    expect(await send(fields, opened)).toHaveProperty("flash");
    expect((await edited(id)).fields).toEqual(fields);
    if (isFixed) await publish(id);

    const is = await everywhere(id);
    const isItsOwn = (column: string) => (isFixed ? fact.columns.includes(column) : !SHOPS_OWN.includes(column));
    const columns = differences(was.row, is.row).filter(isItsOwn);
    expect(columns).not.toEqual([]);
    expect(fact.columns).toEqual(expect.arrayContaining(columns));
    if (isSecret) expect([is.pages, is.api]).toEqual([was.pages, was.api]);
    else {
      expect(is.pages).not.toEqual(was.pages);
      expect(differences(was.api, is.api).filter((key) => shape.includes(key))).not.toEqual([]);
    }
    expect(() => z.strictObject(oneLotteryShape.shape).parse(is.api)).not.toThrow();

    const { action, before, after } = await logOf(id);
    expect(action).toBe("lottery.update");
    expect(shape).toEqual(expect.arrayContaining(Object.keys(after as Read)));
    expect(differences(before as Read, after as Read)).toEqual(Object.keys(after as Read));
  });
});

describe.each(FIELD_NAMES.filter(isOfDrafts))("the field %s of drafts", (name) => {
  it("stands in the form of a draft only, and is never shown to visitors", () => {
    const lottery = newLottery(whole());
    expect(inputsOf(name, lottery)).toHaveLength(1);
    expect(inputsOf(name, newLottery({ ...whole(), status: "active" }))).toEqual([]);
    const preview = (fields: LotteryFields) => previewOf({ fields, pictures: [], sold: 0, locale: "en", now: ctx.now() });
    expect(preview(changed(name, lottery.fields))).toEqual(preview(lottery.fields));
  });
});

it("API clients get every public field", async () => {
  const { paths } = await openApiDocument(routes, "http://localhost:3000", ctx.brand.current);
  const described = JSON.stringify(paths["/api/lotteries/{lotteryId}"]?.get);
  for (const [key, fact] of FACT_LIST)
    for (const name of Object.keys(fact.shape)) expect(described.includes(`"${name}"`), name).toBe(!SECRETS.includes(key));
});

it("the publication locks the fields that the list says, in the form's use-case as in the database", async () => {
  const id = await onSale();
  const opened = await edited(id);
  for (const name of FIELD_NAMES.filter((each) => factOf(each).fact.lockedBy === "publication")) {
    const reply = await send(changed(name, opened.fields), opened);
    expect([name, typeof reply === "object" && "intent" in reply && errorOf(reply)]).toEqual([
      name,
      "lotteries.refusal.published",
    ]);
  }
  const update = ctx.db.updateTable("lotteries").set({ cash_alternative_pence: 7_000_000 }).where("id", "=", id).execute();
  await expect(update).rejects.toMatchObject({ code: "23514", constraint: "lotteries_promises_kept" });
  expect(await edited(id)).toEqual({ ...opened });
});

it("an order locks exactly the fields that the list says, in the form's use-case as in the database", async () => {
  const id = await onSale();
  await order(ctx, id, 1);
  const opened = await edited(id);
  for (const name of FIELD_NAMES) {
    const fields = changed(name, opened.fields);
    const { fact, key } = factOf(name);
    const reply = await send(fields, opened);
    expect([name, typeof reply === "object" && "intent" in reply && errorOf(reply) === "lotteries.refusal.promised"]).toEqual([
      name,
      !canEdit(name, { hasOrders: true }),
    ]);
    if (canEdit(name, { hasOrders: true })) continue;
    const problems: string[] = [];
    const value = fact.read(
      fields,
      (...problem) => problems.push(problem.join()),
      DEFAULT_QUIZ.options.map((each) => each.id),
    );
    expect([key in FACTS, problems]).toEqual([true, []]);
    const update = ctx.db.updateTable("lotteries").set(fact.toRow(value)).where("id", "=", id).execute();
    await expect(update, `the database, of ${name}`).rejects.toMatchObject({ code: "23514" });
  }
  expect(await edited(id)).toEqual({ ...opened });
});
