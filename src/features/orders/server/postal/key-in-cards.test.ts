/** Pasted cards, and cards during the freeze of their draw. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { freezeEntries } from "#features/draws/server/closing/freeze-entries.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { stockOf } from "../orders.fixture.ts";
import { keyInCard } from "./key-in-card.ts";
import { checkCards, keyInCards } from "./key-in-cards.ts";
import { listFreeEntries } from "./list-free-entries.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  // Keeps a test within one day.
  ctx.setNow(new Date());
});
afterAll(() => ctx.close());

const today = () => londonDate(ctx.now());
const HEADLINE = "first name,last name,dob,address,county,email";
const GOOD = "Rosa,Lindqvist,1984-02-29,4 Mill Lane,Kent,rosa@example.com";
const YOUNG = "Tom,Young,2024-01-01,1 High St,Surrey,tom@example.com";
const SILENT = 'Edith,Old,12/03/1950,"2 High St, Ashford",Surrey,';
const TEXT = [HEADLINE, GOOD, YOUNG, SILENT, GOOD].join("\n");
const paste = (lotteryId: string, text = TEXT) => ({ lotteryId, text, receivedOn: today() });
const send = async (lotteryId: string, change: Partial<Parameters<typeof keyInCards>[2]> = {}) => {
  const keyed = await keyInCards(ctx, COMMAND, {
    ...paste(lotteryId),
    locale: "en",
    batchKey: randomUUID(),
    another: [],
    ...change,
  });
  if (!keyed.ok) throw new Error(keyed.error);
  return keyed.value;
};

describe("a paste", () => {
  it("is checked line by line without writing anything", async () => {
    const id = await makeLottery(ctx);
    const checked = await checkCards(ctx, COMMAND, paste(id));
    expect(checked).toMatchObject({
      ok: true,
      value: {
        problem: undefined,
        lines: [
          { number: 1, name: "Rosa Lindqvist", fault: undefined },
          { number: 2, fault: { error: "invalid", problems: { birthDate: "minAge" } } },
          { number: 3, name: "Edith Old", fault: undefined },
          { number: 4, fault: { error: "duplicate" } },
        ],
      },
    });
    expect((await stockOf(ctx, id)).last).toBe(0);
  });

  it("is keyed in except for invalid lines, which are returned for correction", async () => {
    const id = await makeLottery(ctx);
    const { done, left, text } = await send(id);
    expect(done.map(({ line, number, name, isMailed }) => [line, number, name, isMailed])).toEqual([
      [1, 1, "Rosa Lindqvist", true],
      [3, 2, "Edith Old", false],
    ]);
    expect(left).toMatchObject([
      { number: 1, source: YOUNG, fault: { error: "invalid" } },
      { number: 2, source: GOOD, fault: { error: "duplicate" } },
    ]);
    expect(text).toBe([HEADLINE, YOUNG, GOOD].join("\n"));
    const mended = await send(id, { text: text.replace("2024-01-01", "1990-01-01"), another: [2] });
    expect([mended.done.map(({ number }) => number), mended.left, mended.text]).toEqual([[3, 4], [], ""]);
  });

  it("reports an invalid telephone number and keeps the card", async () => {
    const id = await makeLottery(ctx);
    const text = [`${HEADLINE},phone`, `${GOOD},call me`, `${GOOD.replace("rosa", "rose")},01233 000000`].join("\n");
    const { done, left } = await send(id, { text });
    expect(left).toMatchObject([{ number: 1, fault: { error: "invalid", problems: { phone: "phoneInvalid" } } }]);
    const cards = ctx.db
      .selectFrom("postal_cards")
      .select("phone")
      .where("order_id", "=", done[0]?.orderId ?? "");
    expect(await cards.execute()).toEqual([{ phone: "+441233000000" }]);
  });

  it("that is sent again after a lost response creates nothing twice", async () => {
    const id = await makeLottery(ctx);
    const batchKey = randomUUID();
    const first = await send(id, { batchKey });
    const second = await send(id, { batchKey });
    expect(second.done.map(({ orderId }) => orderId)).toEqual(first.done.map(({ orderId }) => orderId));
    expect((await stockOf(ctx, id)).last).toBe(2);
  });

  it("is returned if its draw takes no more cards, or if it cannot be read", async () => {
    const id = await makeLottery(ctx, { takes_free_entries: false });
    expect(await checkCards(ctx, COMMAND, paste(id))).toEqual({ ok: false, error: "no_postal_entries" });
    const { done, left, text } = await send(id);
    expect([done, left.map(({ fault }) => fault?.error), text]).toEqual([[], Array(4).fill("no_postal_entries"), TEXT]);
    expect(await send(id, { text: "first name,last name\nA,B" })).toMatchObject({
      problem: "noColumns",
      text: "first name,last name\nA,B",
    });
  });

  it("is for administrators only", async () => {
    const id = await makeLottery(ctx);
    const player = { kind: "admin", id: (await makeUser(ctx)).id } as const;
    const refused = { ok: false, error: "forbidden" };
    expect(await checkCards(ctx, player, paste(id))).toEqual(refused);
    const input = { ...paste(id), locale: "en", batchKey: randomUUID(), another: [] } as const;
    expect(await keyInCards(ctx, player, input)).toEqual(refused);
    expect(await listFreeEntries(ctx, player)).toEqual(refused);
  });
});

it("the desk offers the draws that take cards, with those past their last day at the end", async () => {
  const past = await makeLottery(ctx, { start_date: dayFrom(ctx.now(), -60), end_date: dayFrom(ctx.now(), -30) });
  const soon = await makeLottery(ctx, { end_date: dayFrom(ctx.now(), 2) });
  await makeLottery(ctx, { takes_free_entries: false });
  const desk = await listFreeEntries(ctx, COMMAND);
  if (!desk.ok) throw new Error(desk.error);
  const ids = desk.value.draws.map(({ id }) => id);
  expect([ids[0], ids.at(-1)]).toEqual([soon, past]);
  expect(desk.value.draws[0]?.lastDay).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

it("cards keyed in during a freeze are on the list exactly if they got a number", { timeout: 60_000 }, async () => {
  // Its cards arrived during sales; its freeze is overdue.
  const id = await makeLottery(ctx, { start_date: dayFrom(ctx.now(), -60), end_date: dayFrom(ctx.now(), -30) });
  await ctx.db.updateTable("lotteries").set({ sales_state: "closing" }).where("id", "=", id).execute();
  const arrived = dayFrom(ctx.now(), -31);
  const card = (n: number) =>
    keyInCard(ctx, COMMAND, {
      lotteryId: id,
      fields: {
        firstName: "Rosa",
        lastName: "Lindqvist",
        birthDate: "1984-02-29",
        address: `${n} Mill Lane`,
        county: "Kent",
        email: `rosa.${n}@example.org`,
        phone: "",
        receivedOn: arrived,
        postedOn: "",
      },
      locale: "en",
      requestKey: randomUUID(),
    });
  expect(await card(0)).toMatchObject({ ok: true });
  const early = Array.from({ length: 8 }, (_, n) => card(n + 1));
  const freezing = freezeEntries(ctx, COMMAND, { lotteryId: id });
  const late = Array.from({ length: 8 }, (_, n) => card(n + 9));
  const [frozen, ...replies] = await Promise.all([freezing, ...early, ...late]);
  const numbers = replies.flatMap((reply) => (reply.ok ? [reply.value.number] : []));
  for (const reply of replies) if (!reply.ok) expect(reply.error).toBe("frozen");
  expect(frozen).toMatchObject({ ok: true, value: { n: numbers.length + 1 } });
  expect(await card(99)).toEqual({ ok: false, error: "frozen" });
  expect((await stockOf(ctx, id)).last).toBe(numbers.length + 1);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});
