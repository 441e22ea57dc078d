/** Each provider's takings and agreed fees: shown, compared, and booked once. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { byTheEarlierClock } from "#features/accounts/server/compare-clocks.ts";
import { control, order, pay } from "#features/orders/server/orders.fixture.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { type Checkout, withCheckout } from "#features/orders/server/settlement/checkout-com.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { appointAdmin } from "#features/staff/server/team/appoint-admin.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import type { AgreedFee } from "../rules/rates.ts";
import { balances } from "./books.fixture.ts";
import { listProviderDays } from "./fee-store.ts";
import { updateJournal } from "./journal/update-journal.ts";
import { agreeFee, showTakings } from "./provider-fees.ts";
import { listPayouts } from "./read-books.ts";
import { setVat } from "./set-vat.ts";

let own: TestCtx;
let shop: Checkout;
let owner: ReturnType<typeof reauthedAdmin>;
beforeAll(async () => {
  own = await testCtx({ RATE_LIMITS: "off" });
  shop = await withCheckout(own);
  const { id, email } = await makeUser(own);
  await appointAdmin(own, email, "finance");
  owner = reauthedAdmin(own, id);
});
afterAll(async () => {
  own.setNow(undefined);
  await shop.simulator.stop();
  await own.close();
});

const DAY_MS = 86_400_000;
const agree = (fee: Omit<AgreedFee, "provider">, provider: AgreedFee["provider"] = "checkout") =>
  agreeFee(own, owner, { provider, ...fee });
const takings = async (name: "stripe" | "checkout", span: "today" | "days30" = "today") => {
  const shown = await showTakings(shop.ctx, owner);
  if (!shown.ok) throw new Error(shown.error);
  return shown.value.providers.find((each) => each.name === name)?.takings.find((each) => each.span === span);
};

it("is summed by provider: payments, refunds, reported or agreed fees, and conversion of pages", async () => {
  await control(own, "/_simulator/knobs", { takeFees: 1 });
  const lottery = await makeLottery(own);
  // £59.98, £29.99 and £29.99; one page stays unpaid.
  const first = await order(shop.ctx, lottery, 2);
  const second = await order(shop.ctx, lottery, 1);
  await order(shop.ctx, lottery, 1);
  const third = await order(shop.stripeFirst, lottery, 1);
  await shop.pay(first.sessionId);
  await shop.pay(second.sessionId);
  await pay(own, third.sessionId);
  for (const { sessionId } of [first, second, third]) await settleOrder(shop.ctx, sessionId);
  await refundOrder(shop.ctx, { kind: "command" }, { orderId: second.orderId, reason: "Because of the test." });
  await sendRefund(shop.ctx, second.orderId);
  await updateJournal(shop.ctx);

  // The third page is still open and not counted.
  const counted = { payments: 2, taken: 8_997, refunds: 1, refunded: 2_999, disputes: 0, opened: 2, paid: 2 };
  expect(await takings("checkout")).toMatchObject({ ...counted, fees: undefined, net: 5_998 });
  const today = londonDate(own.now());
  expect(await agree({ points: 140, fixed: 20, from: today })).toEqual({ ok: true, value: undefined });
  // 1.4 % of £59.98 is 84p, of £29.99 42p.
  expect(await takings("checkout")).toMatchObject({ fees: 84 + 42 + 40, net: 5_998 - 166 });
  const stripeTakings = await takings("stripe", "days30");
  expect(stripeTakings).toMatchObject({ payments: 1, taken: 2_999, fees: stripeTakings?.reportedFees, agreedOnReported: 0 });
  expect(stripeTakings?.reportedFees).toBeGreaterThan(0);
  await agree({ points: 100, fixed: 5, from: today }, "stripe");
  expect(await takings("stripe")).toMatchObject({
    agreedOnReported: 35,
    reportedOnPayments: stripeTakings?.reportedFees,
    fees: stripeTakings?.reportedFees,
  });
});

it("differs from no provider that reports no balance", async () => {
  const listed = await listPayouts(shop.ctx, owner, 1);
  expect(listed).toMatchObject({ ok: true, value: { differences: { orders: [], found: 0 } } });
});

it("books agreed fees with VAT by draw after the end of the day, once", async () => {
  const today = londonDate(own.now());
  await setVat(own, owner, { appliesTo: "fees", code: "S", points: 2_000, from: today });
  const before = await balances(own);
  await updateJournal(shop.ctx);
  expect((await balances(own)).provider_fees).toBe(before.provider_fees);
  own.setNow(new Date(Date.now() + 2 * DAY_MS));
  // A fast clock does not end the day early: later payments of the day would have no fee.
  await updateJournal(await byTheEarlierClock(shop.ctx));
  expect((await balances(own)).provider_fees).toBe(before.provider_fees);
  await updateJournal(shop.ctx);
  await updateJournal(shop.ctx);
  const after = await balances(own);
  expect((after.provider_fees ?? 0) - (before.provider_fees ?? 0)).toBe(138);
  expect((after.vat ?? 0) - (before.vat ?? 0)).toBe(28);
  expect((after.clearing ?? 0) - (before.clearing ?? 0)).toBe(-166);
  const entries = own.db.selectFrom("journal_entries").select(["day", "provider"]).where("source", "like", "fee:%");
  expect(await entries.execute()).toEqual([{ day: today, provider: "checkout" }]);

  // Booked fees do not change.
  expect(await agree({ points: 100, fixed: 0, from: today })).toEqual({ ok: false, error: "past" });
  expect(await agree({ points: 100, fixed: 0, from: addDays(today, 1) })).toMatchObject({ ok: true });
});

it("uses the fee of the day, as entered last", async () => {
  const today = londonDate(own.now());
  await agree({ points: 200, fixed: 0, from: today });
  await agree({ points: 300, fixed: 10, from: today });
  await agree({ points: 0, fixed: 0, from: addDays(today, 1) });
  const { sessionId } = await order(shop.ctx, await makeLottery(own), 1);
  await shop.pay(sessionId);
  await settleOrder(shop.ctx, sessionId);
  // By the database's clock it was sold before.
  await own.owner.query("UPDATE orders SET settled_at = $1 WHERE payment_session_id = $2", [own.now(), sessionId]);
  expect(await takings("checkout")).toMatchObject({ payments: 1, fees: 100 });
});

it("sums by days of London, in summer time too", async () => {
  const { id: user_id } = await makeUser(own);
  const sums = { unit_price_pence: 100, total_pence: 100, captured_pence: 100 } as const;
  const rest = { kind: "paid", state: "expired", quantity: 1, ...sums, lottery_id: await makeLottery(own), user_id } as const;
  // The clocks go forward on the 29th, when midnight is at 23:00 UTC.
  const ends = ["2026-03-28T23:59:59.9Z", "2026-03-29T00:00:00Z", "2026-03-29T22:59:59.9Z", "2026-03-29T23:00:00Z"];
  const rows = ends.map((at) => ({
    ...rest,
    payment_session_id: `hpp_${at}`,
    created_at: new Date(at),
    settled_at: new Date(at),
  }));
  await own.db.insertInto("orders").values(rows).execute();
  const days = await listProviderDays(own.db, new Date("2026-03-28T00:00:00Z"));
  expect(days.filter(({ day }) => day < "2026-04-01").map(({ day, payments, opened }) => [day, payments, opened])).toEqual([
    ["2026-03-28", 1, 1],
    ["2026-03-29", 2, 2],
    ["2026-03-30", 1, 1],
  ]);
  await own.owner.query("DELETE FROM orders WHERE user_id = $1", [user_id]);
});

it("requires the right to see it, and entering fees the right to write the books", async () => {
  const { id, email } = await makeUser(own);
  await appointAdmin(own, email, "draws");
  const other = reauthedAdmin(own, id);
  expect(await showTakings(shop.ctx, other)).toEqual({ ok: false, error: "forbidden" });
  const fee = { provider: "stripe", points: 1, fixed: 1, from: "2030-01-01" } as const;
  expect(await agreeFee(own, other, fee)).toEqual({ ok: false, error: "forbidden" });
});
