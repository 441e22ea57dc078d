/** In live mode, staff are excluded from draws: no purchases, no valid cards, no manual win. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { checkout, order, pay, stateOf, stockOf } from "#features/orders/server/orders.fixture.ts";
import { checkCards, keyInCards } from "#features/orders/server/postal/key-in-cards.ts";
import { removeStaffEntries } from "#features/orders/server/refunds/remove-staff-entries.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { drawWinner } from "../drawing/draw-winner.ts";
import { requestDraw } from "../drawing/request-draw.ts";
import { drawnDraw, filledDraw } from "../draws.fixture.ts";
import { findDraw } from "../reading/find-draw.ts";
import { replaceWinner } from "./replace-winner.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
/** Live mode. */
let shop: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  shop = { ...ctx, env: { ...ctx.env, isDemo: false } };
});
afterAll(() => ctx.close());

const appoint = (id: string) => ctx.db.insertInto("admin_user").values({ id, role: "marketing" }).execute();
const dismiss = (id: string) => ctx.db.deleteFrom("admin_user").where("id", "=", id).execute();

it("buys no tickets", async () => {
  const lotteryId = await makeLottery(ctx);
  const person = await makeUser(ctx);
  await appoint(person.id);
  expect(await checkout(shop, lotteryId, 1, person)).toEqual({ ok: false, error: "staff" });
  expect(await stockOf(ctx, lotteryId)).toMatchObject({ held: 0 });
  // In demo and test mode, staff may buy tickets.
  for (const isTestMode of [false, true])
    expect(await checkout({ ...ctx, env: { ...ctx.env, isDemo: !isTestMode, isTestMode } }, lotteryId, 1, person)).toMatchObject({
      ok: true,
    });
  await dismiss(person.id);
  expect(await checkout(shop, lotteryId, 2, person)).toMatchObject({ ok: true });
});

it("buys no tickets with another account, and sends no cards to it", async () => {
  const lotteryId = await makeLottery(ctx);
  const named = { first_name: "Zoë", last_name: "O’Hara-Lind", birth_date: "1985-03-04" };
  const person = await makeUser(ctx, named);
  const [other, turned, namesake, brother] = [
    await makeUser(ctx, { ...named, last_name: "OHara Lind" }),
    await makeUser(ctx, { ...named, first_name: "O'Hara-Lind", last_name: "Zoe", email_verified: true }),
    await makeUser(ctx, { ...named, birth_date: "1985-03-05" }),
    await makeUser(ctx, { ...named, first_name: "Zac" }),
  ];
  await appoint(person.id);
  for (const by of [other, turned]) expect(await checkout(shop, lotteryId, 1, by)).toEqual({ ok: false, error: "staff" });
  for (const by of [namesake, brother]) expect(await checkout(shop, lotteryId, 1, by)).toMatchObject({ ok: true });
  const text = `first name,last name,dob,address,county,email\nZoe,O'Hara-Lind,1985-03-04,4 Mill Lane,Kent,${turned.email}`;
  const checked = await checkCards(shop, COMMAND, { lotteryId, text, receivedOn: londonDate(ctx.now()) });
  expect(checked.ok && checked.value.lines).toMatchObject([{ fault: { error: "staff" } }]);
  const unknown = { lotteryId, text: text.replace(turned.email, "zoe.new@example.com"), receivedOn: londonDate(ctx.now()) };
  const keyed = await keyInCards(shop, COMMAND, { ...unknown, locale: "en", batchKey: randomUUID(), another: [] });
  expect(keyed.ok && keyed.value.left).toMatchObject([{ fault: { error: "staff" } }]);
  await dismiss(person.id);
  expect(await checkout(shop, lotteryId, 2, other)).toMatchObject({ ok: true });
});

it("has no valid cards", async () => {
  const lotteryId = await makeLottery(ctx);
  const person = await makeUser(ctx, { email_verified: true });
  await appoint(person.id);
  const row = await ctx.db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow();
  const card = [row.first_name, row.last_name, row.birth_date, "4 Mill Lane", "Kent", person.email].join(",");
  const paste = {
    lotteryId,
    text: `first name,last name,dob,address,county,email\n${card}`,
    receivedOn: londonDate(ctx.now()),
  };
  const input = { ...paste, locale: "en" as const, batchKey: randomUUID(), another: [] };
  const checked = await checkCards(shop, COMMAND, paste);
  expect(checked.ok && checked.value.lines).toMatchObject([{ fault: { error: "staff" } }]);
  const keyed = await keyInCards(shop, COMMAND, input);
  expect(keyed.ok && keyed.value.left).toMatchObject([{ fault: { error: "staff" } }]);
  expect((await stockOf(ctx, lotteryId)).last).toBe(0);
  await dismiss(person.id);
  expect(await keyInCards(shop, COMMAND, input)).toMatchObject({ ok: true, value: { left: [] } });
});

it("is not chosen as winner manually, nor is a person whose cards they see", async () => {
  const { id: lotteryId } = await drawnDraw(ctx, { sold: 120, players: 60, quantities: [1] });
  const reason = { code: "declined", text: "The winner has no driveway and does not want the car." } as const;
  while ((await replaceWinner(ctx, COMMAND, { lotteryId, reason })).ok);
  const picks = (await findDraw(ctx, lotteryId))?.result?.picks.map(({ ticketNumber }) => ticketNumber) ?? [];
  const ticketNumber = [1, 2, 3, 4, 5].find((number) => !picks.includes(number)) ?? 0;
  const { user_id: holder } = await ctx.db
    .selectFrom("tickets")
    .select("user_id")
    .where("lottery_id", "=", lotteryId)
    .where("ticket_number", "=", ticketNumber)
    .executeTakeFirstOrThrow();
  const choose = () => replaceWinner(shop, COMMAND, { lotteryId, ticketNumber, reason });
  await appoint(holder);
  expect(await choose()).toEqual({ ok: false, error: "is_staff" });
  await dismiss(holder);

  const other = await makeUser(ctx);
  await appoint(other.id);
  await ctx.db.updateTable("users").set({ joined_to: other.id, email: null }).where("id", "=", holder).execute();
  expect(await choose()).toEqual({ ok: false, error: "is_staff" });
  await dismiss(other.id);
  expect(await choose()).toMatchObject({ ok: true });
});

it("keeps no tickets from before the role: paid ones are refunded, cards are removed with a notice, frozen ones stay", async () => {
  const [lotteryId, frozen] = [await makeLottery(ctx), await makeLottery(ctx)];
  const [person, other] = [await makeUser(ctx, { email_verified: true }), await makeUser(ctx)];
  const bought = async (draw: string, by: typeof person) => {
    const { orderId, sessionId } = await order(ctx, draw, 2, by);
    await pay(ctx, sessionId);
    await settleOrder(ctx, sessionId);
    return orderId;
  };
  const [own, theirs, late] = [await bought(lotteryId, person), await bought(lotteryId, other), await bought(frozen, person)];
  const row = await ctx.db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow();
  const card = [row.first_name, row.last_name, row.birth_date, "4 Mill Lane", "Kent", person.email].join(",");
  const text = `first name,last name,dob,address,county,email\n${card}`;
  const paste = {
    lotteryId,
    text,
    receivedOn: londonDate(ctx.now()),
    locale: "en" as const,
    batchKey: randomUUID(),
    another: [],
  };
  expect(await keyInCards(shop, COMMAND, paste)).toMatchObject({ ok: true, value: { left: [] } });
  await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", frozen).execute();
  const valid = async () =>
    (
      await ctx.db
        .selectFrom("tickets")
        .select("user_id")
        .where("lottery_id", "=", lotteryId)
        .where("void_at", "is", null)
        .execute()
    ).length;

  await removeStaffEntries(shop);
  expect(await valid()).toBe(5);
  await appoint(person.id);
  await removeStaffEntries(ctx);
  expect(await valid()).toBe(5);
  await removeStaffEntries(shop);
  await removeStaffEntries(shop);
  expect(await valid()).toBe(2);
  expect([await stateOf(ctx, own), await stateOf(ctx, theirs), await stateOf(ctx, late)]).toEqual(["refund_due", "paid", "paid"]);
  expect(await stockOf(ctx, lotteryId)).toMatchObject({ sold: 2 });
  const { rows } = await ctx.pool.query(
    "SELECT FROM pgboss.job WHERE data->>'message' = 'entry-void' OR (name = 'refund' AND data->>'orderId' = $1)",
    [own],
  );
  expect(rows).toHaveLength(2);
});

it("drawn from a list frozen before the role, raises an alert until a reserve replaces them", async () => {
  const { id: lotteryId } = await filledDraw(ctx, { sold: 90, players: 96, quantities: [1] });
  await requestDraw(shop, COMMAND, { lotteryId });
  const listed = await ctx.db.selectFrom("tickets").select(["user_id"]).where("lottery_id", "=", lotteryId).execute();
  const staff = [...new Set(listed.map(({ user_id }) => user_id))];
  for (const id of staff) await appoint(id);
  const alerts = async () =>
    (
      await ctx.db
        .selectFrom("alerts")
        .select("kind")
        .where("subject_id", "=", lotteryId)
        .where("kind", "=", "winner_is_staff")
        .where("handled_at", "is", null)
        .execute()
    ).length;
  await expect.poll(() => drawWinner(shop, COMMAND, { lotteryId })).toMatchObject({ ok: true });
  expect(await alerts()).toBe(1);
  const reason = { code: "ineligible", text: "The winner works for the shop." } as const;
  expect(await replaceWinner(shop, COMMAND, { lotteryId, reason })).toMatchObject({ ok: true });
  expect(await alerts()).toBe(1);
  await ctx.db.deleteFrom("admin_user").execute();
  expect(await replaceWinner(shop, COMMAND, { lotteryId, reason })).toMatchObject({ ok: true });
  expect(await alerts()).toBe(0);
});
