/** Promotion codes: used once per person, under concurrency and in any account; never with a pack. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { type MadeUser, makeLottery, makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import type { Promotion } from "#features/lotteries/rules/purchase/promotion.ts";
import { createPromotion, findCodeFor } from "#features/lotteries/server/promotion-codes.ts";
import { sendOrderMail } from "#features/mail/server/send-mails.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import { cancelCheckout } from "../holds/end-holds.ts";
import { control, lapse, pay, sessionOf, stateOf } from "../orders.fixture.ts";
import { exportOrdersCsv } from "../reading/export-orders-csv.ts";
import { findReceipt } from "../reading/list-purchases.ts";
import { showOrder } from "../reading/show-order.ts";
import { forgetCodeKeys } from "../settlement/forget-code-keys.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { openCheckout } from "./open-checkout.ts";

let ctx: TestCtx;
let lottery: string;
let buyer: MadeUser;
let promotion: Promotion;

const COMMAND = { kind: "command" } as const;
const DAY = 86_400_000;

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});

const newCode = (percentOff = 10, days = 14) =>
  ctx.db
    .transaction()
    .execute((tx) => createPromotion(ctx, tx, { percentOff, expiresAt: new Date(ctx.now().getTime() + days * DAY) }));

beforeEach(async () => {
  ctx.setNow(undefined);
  lottery = await makeLottery(ctx);
  buyer = await makeUser(ctx);
  promotion = await newCode();
});
afterAll(() => ctx.close());

type Wish = { quantity?: number; code?: string; by?: MadeUser; requestKey?: string };
const buy = ({ quantity = 1, code = promotion.code, by = buyer, requestKey }: Wish = {}) =>
  openCheckout(ctx, {
    lotteryId: lottery,
    buyer: by,
    quantity,
    locale: "en",
    answer: RIGHT_ANSWER,
    promoCode: code,
    ...(requestKey && { requestKey }),
  });

async function bought(wish: Wish = {}): Promise<string> {
  const opened = await buy(wish);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value.orderId;
}

async function paid(orderId: string): Promise<string> {
  const session = await sessionOf(ctx, orderId);
  await pay(ctx, session);
  await settleOrder(ctx, session);
  return orderId;
}

const priceOf = (orderId: string) =>
  ctx.db
    .selectFrom("orders")
    .select(["discount_pence", "total_pence", "percent_off", "pack", "promotion_id"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();

describe("a code in many accounts of one person", () => {
  const olive = (change: Parameters<typeof makeUser>[1]) =>
    makeUser(ctx, { first_name: "Olive", birth_date: "1980-01-01", ...change });

  it("leaves no fingerprint of its buyers 30 days after it expires, for orders in any state", async () => {
    const orders = [await paid(await bought()), await bought({ by: await olive({}) })];
    await lapse(ctx, orders[1] ?? "");
    const kept = async (days: number) => {
      const now = () => new Date(promotion.expiresAt.getTime() + days * DAY);
      await forgetCodeKeys({ db: ctx.db, now });
      const keys = ctx.db.selectFrom("orders").select(["promotion_mailbox", "promotion_person"]).where("id", "in", orders);
      return (await keys.execute()).map((row) => [row.promotion_mailbox !== null, row.promotion_person !== null]);
    };
    expect(await kept(29)).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await kept(31)).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("has its fingerprints deleted in batches, which skip locked orders", async () => {
    const orders = [
      await bought(),
      await bought({ by: await olive({}) }),
      await bought({ by: await olive({ last_name: "Two" }) }),
    ];
    for (const id of orders) await lapse(ctx, id);
    const now = () => new Date(promotion.expiresAt.getTime() + 31 * DAY);
    const kept = async () => {
      const rows = await ctx.db.selectFrom("orders").select(["id", "promotion_mailbox"]).where("id", "in", orders).execute();
      return rows.filter((row) => row.promotion_mailbox !== null).map(({ id }) => id);
    };
    await ctx.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom("orders")
        .select("id")
        .where("id", "=", orders[0] ?? "")
        .forUpdate()
        .execute();
      await forgetCodeKeys({ db: ctx.db, now }, 1);
      expect(await kept()).toEqual([orders[0]]);
    });
    await forgetCodeKeys({ db: ctx.db, now }, 1);
    expect(await kept()).toEqual([]);
  });

  it.each([
    ["with plus-addresses", "olive.NR+1@example.com", "olive.NR+2@example.com"],
    ["with the dots of Gmail", "o.live.NR@gmail.com", "oliveNR+car@googlemail.com"],
  ])("%s counts once, concurrently or one after the other", async (_case, first, second) => {
    const nr = randomUUID().slice(0, 8);
    const names = [{ last_name: "One" }, { last_name: "Two" }];
    const [one, two] = await Promise.all(
      [first, second].map((email, n) => olive({ ...names[n], email: email.replace("NR", nr).toLowerCase() })),
    );
    const both = await Promise.all([buy({ by: one }), buy({ by: two })]);
    expect(both.filter((opened) => opened.ok)).toHaveLength(1);
    expect(both.find((opened) => !opened.ok)).toMatchObject({ error: "code_used" });
    const winner = both[0]?.ok ? one : two;
    const opened = both.find((each) => each.ok);
    if (opened?.ok) await paid(opened.value.orderId);
    const loser = winner === one ? two : one;
    if (!loser) throw new Error("no request lost");
    expect(await findCodeFor(ctx, loser.id, promotion.code)).toMatchObject({ ok: false, error: "code_used" });
    expect(await buy({ by: loser })).toMatchObject({ ok: false, error: "code_used" });
  });

  it("with other addresses, but the same name and birth date, counts once; other people's counts", async () => {
    const [one, two, turned, brother] = [
      await olive({ last_name: "Hart" }),
      await olive({ first_name: "OLIVE", last_name: "Hart" }),
      await olive({ first_name: "Hart", last_name: "Olive" }),
      await olive({ birth_date: "1982-01-01" }),
    ];
    await paid(await bought({ by: one }));
    for (const by of [two, turned]) expect(await buy({ by })).toMatchObject({ ok: false, error: "code_used" });
    expect((await buy({ by: brother })).ok).toBe(true);
  });

  it("is free again for all of them when the page of one is closed", async () => {
    const [one, two] = [await olive({}), await olive({})];
    const left = await bought({ by: one });
    expect(await buy({ by: two })).toMatchObject({ ok: false, error: "code_used" });
    await cancelCheckout(ctx, one.id, left);
    await paid(await bought({ by: two }));
    expect(await buy({ by: one })).toMatchObject({ ok: false, error: "code_used" });
  });
});

describe("a code in eight tabs at once", () => {
  it("is accepted by an unlocked check in all of them, and counts in one", async () => {
    const looks = await Promise.all(Array.from({ length: 8 }, () => findCodeFor(ctx, buyer.id, promotion.code)));
    expect(looks.every((look) => look.ok)).toBe(true);
    await Promise.all(Array.from({ length: 8 }, () => buy()));
    const live = await ctx.db
      .selectFrom("orders")
      .select("total_pence")
      .where("promotion_id", "=", promotion.id)
      .where("state", "in", ["reserved", "awaiting_payment", "paid"])
      .execute();
    expect(live).toEqual([{ total_pence: 2699 }]);
  });
});

describe("a code", () => {
  it("reduces the price, is stored with the order, and is on the receipt and the mail", async () => {
    const orderId = await paid(await bought({ quantity: 3, code: ` ${promotion.code.toLowerCase()} ` }));
    // 3 × £29.99 = £89.97; a tenth is 899.7p.
    expect(await priceOf(orderId)).toEqual({
      discount_pence: 900,
      total_pence: 8097,
      percent_off: 10,
      pack: null,
      promotion_id: promotion.id,
    });
    expect(await findReceipt(ctx, buyer.id, orderId)).toMatchObject({ code: { code: promotion.code, percentOff: 10 } });
    expect(await showOrder(ctx, COMMAND, orderId)).toMatchObject({ value: { order: { code: promotion.code, discount: 900 } } });
    const wanted = { q: orderId, state: "", draw: "", provider: "", from: "", to: "" } as const;
    const book = await exportOrdersCsv(ctx, COMMAND, wanted);
    let text = "";
    if (book.ok) for await (const piece of book.value) text += piece;
    const lines = text.split("\r\n");
    expect(lines[0]).toMatch(/,Discount \(GBP\),Promotion code,/);
    expect(lines[1]).toMatch(new RegExp(`,9\\.00,${promotion.code},`));
    await sendOrderMail(ctx, { message: "order-confirmation", orderId });
    const mail = (await ctx.mailbox?.list())?.mails.find((one) => one.to.includes(buyer.email));
    expect((await ctx.mailbox?.get(mail?.id ?? ""))?.text).toContain(`Code ${promotion.code}, 10% off: −£9.00`);
  });

  it("counts once for each person, and for all people", async () => {
    await paid(await bought());
    expect(await buy()).toEqual({ ok: false, error: "code_used" });
    expect(await findCodeFor(ctx, buyer.id, promotion.code)).toEqual({ ok: false, error: "code_used" });
    expect((await buy({ by: await makeUser(ctx, { first_name: "Olive" }) })).ok).toBe(true);
  });

  it("stays used after a chargeback, in every account of the person", async () => {
    const orderId = await paid(await bought());
    const session = await sessionOf(ctx, orderId);
    const { id } = (await control(ctx, `/_simulator/charges/${session}/dispute`, {})) as { id: string };
    await control(ctx, `/_simulator/disputes/${id}/turn`, { to: "lost" });
    await settleDispute(ctx, id, "stripe");
    expect(await stateOf(ctx, orderId)).toBe("charged_back");
    const again = await makeUser(ctx, { email: buyer.email.replace("@", "+again@"), first_name: "Another" });
    for (const by of [buyer, again]) {
      expect(await findCodeFor(ctx, by.id, promotion.code)).toEqual({ ok: false, error: "code_used" });
      expect(await buy({ by })).toEqual({ ok: false, error: "code_used" });
    }
    expect((await buy({ by: await makeUser(ctx, { first_name: "Olive" }) })).ok).toBe(true);
  });

  it("stays unused if the pack is as good, and is refused if unknown or expired", async () => {
    const orderId = await bought({ quantity: 15 });
    expect(await priceOf(orderId)).toMatchObject({ pack: "bronze", percent_off: 10, promotion_id: null });
    const strong = await newCode(20);
    expect(await priceOf(await bought({ quantity: 15, code: strong.code }))).toMatchObject({
      pack: null,
      percent_off: 20,
      discount_pence: 8997,
      promotion_id: strong.id,
    });
    expect((await buy()).ok).toBe(true);
    for (const code of ["VIP-NONE-SUCH", "", "x".repeat(41), "'; --"])
      expect(await buy({ code })).toEqual({ ok: false, error: "code_unknown" });
    ctx.setNow(promotion.expiresAt);
    expect(await buy()).toEqual({ ok: false, error: "code_expired" });
  });

  it("is not applied if the rest were below the provider's minimum", async () => {
    lottery = await makeLottery(ctx, { price_per_ticket_pence: 31 });
    expect(await priceOf(await bought())).toMatchObject({ total_pence: 31, promotion_id: null });
    expect(await priceOf(await bought({ quantity: 2 }))).toMatchObject({ total_pence: 56, promotion_id: promotion.id });
  });

  it("is free again with the tickets: after cancelling, expiry, or another quantity", async () => {
    const first = await bought();
    await cancelCheckout(ctx, buyer.id, first);
    expect(await stateOf(ctx, first)).toBe("expired");
    const second = await bought({ quantity: 2 });
    expect(await findCodeFor(ctx, buyer.id, promotion.code)).toMatchObject({ ok: true });
    const third = await bought({ quantity: 3 });
    expect(await stateOf(ctx, second)).toBe("expired");
    await paid(third);
    expect(await buy()).toEqual({ ok: false, error: "code_used" });
  });

  it("is used once by a double click, and another purchase does not get its page", async () => {
    const requestKey = randomUUID();
    const pages = await Promise.all([buy({ requestKey }), buy({ requestKey })]);
    expect(pages[0]).toEqual(pages[1]);
    const other = await newCode(50);
    expect(await buy({ requestKey, code: other.code })).toEqual({ ok: false, error: "bad_request" });
  });
});

it("a late payment for a code used again is refunded, with the reason", async () => {
  const late = await bought();
  const session = await sessionOf(ctx, late);
  await control(ctx, `/_simulator/sessions/${session}/pay`, { card: "4000058260000005" });
  // The hold was released before the event of the payment, and another order used the code.
  await lapse(ctx, late);
  await paid(await bought());
  await settleOrder(ctx, session);
  expect(await stateOf(ctx, late)).toBe("refund_due");
  expect(await ctx.db.selectFrom("refunds").select("reason").where("order_id", "=", late).execute()).toEqual([
    { reason: "code_used" },
  ]);
  expect(await ctx.db.selectFrom("tickets").select("ticket_number").where("order_id", "=", late).execute()).toEqual([]);
});

it("a late payment with a code that only others have used buys its tickets", async () => {
  const late = await bought();
  const session = await sessionOf(ctx, late);
  await pay(ctx, session);
  await lapse(ctx, late);
  await lapse(ctx, await bought());
  await paid(await bought({ by: await makeUser(ctx, { first_name: "Olive" }) }));
  await settleOrder(ctx, session);
  expect(await stateOf(ctx, late)).toBe("paid");
  expect(await priceOf(late)).toMatchObject({ percent_off: 10, promotion_id: promotion.id });
});

it("all prices with codes add up", async () => {
  const broken = await findBrokenInvariants(ctx);
  expect(broken.filter(({ id }) => ["price-is-right", "books-balance", "stock", "sold-is-tickets"].includes(id))).toEqual([]);
});
