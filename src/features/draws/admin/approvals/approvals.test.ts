/** Acts that need two people: one proposes, another confirms, and no way around that works. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Role } from "#features/access/rules/rights.ts";
import { recordChange } from "#features/access/server/actor.ts";
import { EXCLUSIONS_WITHOUT_APPROVAL } from "#features/accounts/rules/person/safer-play.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { findPublicLottery } from "#features/lotteries/server/find-lottery.ts";
import { countWaiting, order, pay, payBackAtProvider, stateOf } from "#features/orders/server/orders.fixture.ts";
import { deleteUser } from "#features/orders/server/players/delete-user.ts";
import { cancelLottery } from "#features/orders/server/refunds/cancel-lottery.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { reconcilePayments } from "#features/orders/server/settlement/reconcile-payments.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { expireProposals } from "#features/staff/server/approvals/decide-proposal.ts";
import { findOpen, listProposals } from "#features/staff/server/approvals/list-proposals.ts";
import { changeRole } from "#features/staff/server/team/change-role.ts";
import { inviteStaff } from "#features/staff/server/team/invite-staff.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pence } from "#shared/money/money.ts";
import { decide } from "./approvals.server.ts";
import { readProposed } from "./proposed.server.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const reason = "The player asked by telephone";

let ctx: TestCtx;
let lottery: string;

async function staff(role: Role) {
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id, role }).execute();
  return reauthedAdmin(ctx, id);
}
type Member = Awaited<ReturnType<typeof staff>>;

let anna: Member;
let ben: Member;
beforeAll(async () => {
  // A ticket costs £29.99.
  ctx = await testCtx({ RATE_LIMITS: "off", REFUND_ALONE_POUNDS: "50" });
});
beforeEach(async () => {
  ctx.setNow(undefined);
  await ctx.db.deleteFrom("admin_user").execute();
  lottery = await makeLottery(ctx);
  anna = await staff("owner");
  ben = await staff("owner");
});
afterAll(() => ctx.close());

async function bought(quantity: number) {
  const buyer = await makeUser(ctx);
  const opened = await order(ctx, lottery, quantity, buyer);
  await pay(ctx, opened.sessionId);
  await settleOrder(ctx, opened.sessionId);
  return { orderId: opened.orderId, buyer: buyer.id };
}
const refund = (by: Member, orderId: string) => refundOrder(ctx, by, { orderId, reason });
const confirm = (by: Member, id: string) => decide(ctx, by, { id, decision: "confirm", note: "" });
async function proposalOf(subject: string) {
  const rows = await ctx.db.selectFrom("proposals").selectAll().where("subject_id", "=", subject).execute();
  return rows.at(-1)?.id ?? "";
}
async function logged(subject: string) {
  const rows = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", subject).orderBy("id").execute();
  return rows.map(({ action, actor_id, after }) => ({ action, by: actor_id, after }));
}
const statusOf = async () =>
  (await ctx.db.selectFrom("lotteries").select("status").where("id", "=", lottery).executeTakeFirstOrThrow()).status;
const isErased = async (id: string) =>
  (await ctx.db.selectFrom("users").select("erased_at").where("id", "=", id).executeTakeFirstOrThrow()).erased_at !== null;

describe("a refund above the sum", () => {
  it("waits for another person, whom the log names with the proposal", async () => {
    const { orderId } = await bought(2);
    expect(await refund(anna, orderId)).toEqual({ ok: true, value: "proposed" });
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await refund(ben, orderId)).toEqual({ ok: false, error: "already_proposed" });
    const id = await proposalOf(orderId);
    expect(await confirm(anna, id)).toEqual({ ok: false, error: "own" });
    expect(await confirm(ben, id)).toMatchObject({ ok: true });
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    expect(await logged(orderId)).toMatchObject([
      { action: "order.refund", by: ben.id, after: { amount_pence: 5998, proposal_id: id } },
    ]);
    expect((await logged(id)).map(({ action }) => action)).toEqual(["proposal.make", "proposal.confirm"]);
  });

  it("of some tickets waits likewise, and is refused if they have changed", async () => {
    const { orderId } = await bought(4);
    const part = { by: "last", count: 2 } as const;
    expect(await refundOrder(ctx, anna, { orderId, reason, part })).toEqual({ ok: true, value: "proposed" });
    const proposal = await findOpen(ctx, await proposalOf(orderId));
    expect(proposal && readProposed(proposal)).toMatchObject({ amount: 5998, ticketNumbers: [3, 4] });
    const id = await proposalOf(orderId);
    await ctx.db.updateTable("tickets").set({ suspended_at: new Date() }).where("order_id", "=", orderId).execute();
    expect(await confirm(ben, id)).toEqual({ ok: false, error: "sum_changed" });
    await ctx.db.updateTable("tickets").set({ suspended_at: null }).where("order_id", "=", orderId).execute();
    expect(await confirm(ben, id)).toMatchObject({ ok: true });
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await ctx.db.selectFrom("orders").select("tickets_refunded").where("id", "=", orderId).execute()).toEqual([
      { tickets_refunded: 2 },
    ]);
  });

  it("of an amount is not made if other money went back meanwhile, and no part is refunded beside it", async () => {
    const { orderId } = await bought(4);
    const amount = (pounds: number) => ({ by: "amount", amount: pence(pounds * 100) }) as const;
    expect(await refundOrder(ctx, anna, { orderId, reason, part: amount(60) })).toEqual({ ok: true, value: "proposed" });
    const direct = { orderId, reason, part: amount(10) };
    expect(await refundOrder(ctx, { kind: "command" }, direct)).toEqual({ ok: false, error: "already_proposed" });
    await payBackAtProvider(ctx, orderId, 5_000);
    await reconcilePayments(ctx);
    expect(await confirm(ben, await proposalOf(orderId))).toEqual({ ok: false, error: "sum_changed" });
  });

  it("cannot be split: refunds without approval since yesterday count", async () => {
    const [one, two] = [await bought(1), await bought(1)];
    expect(await refund(anna, one.orderId)).toEqual({ ok: true });
    expect(await refund(anna, two.orderId)).toEqual({ ok: true, value: "proposed" });
    const three = await bought(1);
    expect(await refund(ben, three.orderId)).toEqual({ ok: true });
  });

  it("cannot be split over concurrent refunds of different draws either", async () => {
    const orders: string[] = [];
    for (let i = 0; i < 5; i++) {
      lottery = await makeLottery(ctx);
      orders.push((await bought(1)).orderId);
    }
    const all = await Promise.all(orders.map((orderId) => refund(anna, orderId)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(5);
    expect(all.filter((each) => each.ok && each.value === "proposed")).toHaveLength(4);
  });

  it("is done at once by the only holder of the right, and the log says so", async () => {
    await ctx.db.updateTable("admin_user").set({ role: "support" }).where("id", "=", ben.id).execute();
    const { orderId } = await bought(2);
    expect(await refund(anna, orderId)).toEqual({ ok: true });
    expect(await logged(orderId)).toMatchObject([{ after: { alone: true, amount_pence: 5998 } }]);
  });

  it("is carried out once if confirmed concurrently", async () => {
    const { orderId } = await bought(2);
    const cleo = await staff("finance");
    await refund(anna, orderId);
    const id = await proposalOf(orderId);
    const both = await Promise.all([confirm(ben, id), confirm(cleo, id)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, error: "decided" });
    expect(await ctx.db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).execute()).toHaveLength(1);
  });

  it("that was done otherwise meanwhile is not repeated, and gives the reason", async () => {
    const { orderId } = await bought(2);
    await refund(anna, orderId);
    await refundOrder(ctx, { kind: "command" }, { orderId, reason });
    const id = await proposalOf(orderId);
    expect(await confirm(ben, id)).toEqual({ ok: false, error: "already_refunded" });
    expect(await decide(ctx, ben, { id, decision: "refuse", note: "" })).toEqual({ ok: false, error: "note_needed" });
    expect(await decide(ctx, ben, { id, decision: "refuse", note: "Done already." })).toMatchObject({ ok: true });
  });

  it("of another amount than proposed is not made", async () => {
    const { orderId } = await bought(2);
    await refund(anna, orderId);
    await payBackAtProvider(ctx, orderId, 1000);
    await reconcilePayments(ctx);
    expect(await confirm(ben, await proposalOf(orderId))).toEqual({ ok: false, error: "sum_changed" });
  });
});

it("a proposal of another version is shown, and not carried out by one that cannot read it", async () => {
  const { orderId } = await bought(2);
  await refund(anna, orderId);
  const id = await proposalOf(orderId);
  await ctx.owner.query("ALTER TABLE proposals DISABLE TRIGGER USER");
  await ctx.owner.query(`UPDATE proposals SET payload = '{"amount": "59.98"}' WHERE id = $1`, [id]);
  await ctx.owner.query("ALTER TABLE proposals ENABLE TRIGGER USER");
  expect(await confirm(ben, id)).toEqual({ ok: false, error: "unreadable" });
  expect(await stateOf(ctx, orderId)).toBe("paid");
  const listed = await listProposals(ctx, ben);
  const row = listed.ok ? listed.value.find((each) => each.id === id) : undefined;
  expect(row && readProposed(row)).toBeUndefined();
  expect(await decide(ctx, ben, { id, decision: "refuse", note: "Nobody can read it." })).toMatchObject({ ok: true });
});

describe("the second person", () => {
  it("had the role before the proposal", async () => {
    const { orderId } = await bought(2);
    await refund(anna, orderId);
    const sock = await staff("finance");
    const later = new Date(ctx.now().getTime() + 1000);
    await ctx.db.updateTable("admin_user").set({ role_since: later }).where("id", "=", sock.id).execute();
    expect(await confirm(sock, await proposalOf(orderId))).toEqual({ ok: false, error: "too_new" });
  });

  it("still has the right, and has re-authenticated", async () => {
    const { orderId } = await bought(2);
    await refund(anna, orderId);
    const id = await proposalOf(orderId);
    expect(await decide(ctx, { kind: "admin", id: ben.id }, { id, decision: "confirm", note: "" })).toMatchObject({
      error: "reauth_needed",
    });
    for (const role of ["support", "draws", "marketing", "read-only"] as const) {
      await ctx.db.updateTable("admin_user").set({ role }).where("id", "=", ben.id).execute();
      expect(await confirm(ben, id)).toEqual({ ok: false, error: "forbidden" });
    }
    await ctx.db.deleteFrom("admin_user").where("id", "=", ben.id).execute();
    expect(await confirm(ben, id)).toEqual({ ok: false, error: "forbidden" });
    for (const wrong of ["", "nonsense", orderId]) expect(await confirm(anna, wrong)).toEqual({ ok: false, error: "not_found" });
    expect(await stateOf(ctx, orderId)).toBe("paid");
  });

  it("cannot confirm a proposal whose author has lost the right", async () => {
    const { orderId } = await bought(2);
    const cleo = await staff("finance");
    await refund(cleo, orderId);
    const id = await proposalOf(orderId);
    const gone = { ok: false, error: "proposer_gone" };
    await ctx.db.updateTable("admin_user").set({ role: "support" }).where("id", "=", cleo.id).execute();
    expect(await confirm(ben, id)).toEqual(gone);
    await ctx.db.deleteFrom("admin_user").where("id", "=", cleo.id).execute();
    expect(await confirm(ben, id)).toEqual(gone);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await decide(ctx, ben, { id, decision: "refuse", note: "They work here no longer." })).toMatchObject({ ok: true });
    expect(await refund(ben, orderId)).toEqual({ ok: true, value: "proposed" });
  });

  it("is too late after seven days", async () => {
    const { orderId } = await bought(2);
    await refund(anna, orderId);
    const id = await proposalOf(orderId);
    ctx.setNow(new Date(ctx.now().getTime() + WEEK_MS));
    expect(await confirm(ben, id)).toEqual({ ok: false, error: "expired" });
    await expireProposals(ctx);
    expect((await logged(id)).at(-1)).toMatchObject({ action: "proposal.expire" });
    expect(await refund(anna, orderId)).toEqual({ ok: true, value: "proposed" });
  });

  it("is not the author of the proposal, even if no other person is left", async () => {
    const { orderId } = await bought(2);
    await refund(anna, orderId);
    await ctx.db.deleteFrom("admin_user").where("id", "=", ben.id).execute();
    expect(await confirm(anna, await proposalOf(orderId))).toEqual({ ok: false, error: "own" });
  });
});

const damaged = { code: "prize_lost", note: "Damaged in the showroom", noteFr: "Endommagée au garage" };

it("colleagues are notified if one of the two recently invited the other", async () => {
  const heard = async (id: string) =>
    (await ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", id).execute()).map(({ kind }) => kind);
  const orders = [await bought(2), await bought(2), await bought(2)];
  const finance = await staff("finance");
  await recordChange(ctx.db, {
    actor: { kind: "account_owner", id: finance.id },
    action: "admin.accept",
    subjectType: "user",
    subjectId: finance.id,
    after: { role: "finance", invited_by: anna.id },
    at: ctx.now(),
  });
  const [one = "", two = "", three = ""] = orders.map(({ orderId }) => orderId);
  await refund(anna, one);
  await refund(finance, two);
  const proposals = { one: await proposalOf(one), two: await proposalOf(two) };
  expect(await confirm(finance, proposals.one)).toMatchObject({ ok: true });
  expect(await confirm(anna, proposals.two)).toMatchObject({ ok: true });
  for (const id of Object.values(proposals)) expect(await heard(id)).toContain("approval_by_newcomer");
  ctx.setNow(new Date(ctx.now().getTime() + 31 * DAY_MS));
  anna = { ...anna, reauthAt: ctx.now() };
  await refund({ ...finance, reauthAt: ctx.now() }, three);
  const third = await proposalOf(three);
  expect(await confirm(anna, third)).toMatchObject({ ok: true });
  expect(await heard(third)).not.toContain("approval_by_newcomer");
});

it("colleagues are notified even if the invited member's role has changed since", async () => {
  const one = await bought(2);
  const two = await bought(2);
  const cleo = await staff("owner");
  await recordChange(ctx.db, {
    actor: { kind: "account_owner", id: cleo.id },
    action: "admin.accept",
    subjectType: "user",
    subjectId: cleo.id,
    after: { role: "owner", invited_by: anna.id },
    at: ctx.now(),
  });
  expect(await changeRole(ctx, cleo, { userId: cleo.id, from: "owner", to: "finance", reason: "" })).toMatchObject({ ok: true });
  await refund(anna, one.orderId);
  const id = await proposalOf(one.orderId);
  expect(await confirm(cleo, id)).toMatchObject({ ok: true });
  await refund(ben, two.orderId);
  const other = await proposalOf(two.orderId);
  expect(await confirm(cleo, other)).toMatchObject({ ok: true });
  const heard = ctx.db.selectFrom("alerts").select("subject_id").where("kind", "=", "approval_by_newcomer");
  expect(await heard.where("subject_id", "in", [id, other]).execute()).toEqual([{ subject_id: id }]);
});

it("proposals are visible with the right to the page behind them: owners and invitations with that to the staff", async () => {
  const draws = await staff("draws");
  const support = await staff("support");
  const finance = await staff("finance");
  const reader = await staff("read-only");
  const invited = { email: "new.owner@example.com", role: "owner", locale: "en", reason } as const;
  expect(await inviteStaff(ctx, anna, invited)).toEqual({ ok: true, value: "proposed" });
  const change = { userId: ben.id, from: "owner", to: "support", reason } as const;
  expect(await changeRole(ctx, anna, change)).toEqual({ ok: true, value: "proposed" });
  const { orderId } = await bought(2);
  await refund(anna, orderId);
  const seen = async (by: Member) => {
    const listed = await listProposals(ctx, by);
    if (!listed.ok) return "forbidden";
    return listed.value
      .filter(({ state }) => state === "open")
      .map(({ kind }) => kind)
      .toSorted();
  };
  const before = await Promise.all([seen(await staff("marketing")), seen(draws), seen(support), seen(finance)]);
  expect(before[0]).toBe("forbidden");
  for (const kinds of before.slice(1)) {
    expect(kinds).toContain("order_refund");
    expect(kinds).not.toContain("owner_invite");
    expect(kinds).not.toContain("owner_change");
  }
  for (const by of [ben, reader])
    expect(await seen(by)).toEqual(expect.arrayContaining(["order_refund", "owner_change", "owner_invite"]));
});

describe("cancelling a draw", () => {
  it("waits for another person, unless the draw was never public", async () => {
    expect(await cancelLottery(ctx, anna, { lotteryId: lottery, reason: damaged })).toEqual({ ok: true, value: "proposed" });
    expect(await statusOf()).toBe("active");
    const id = await proposalOf(lottery);
    expect(await confirm(ben, id)).toMatchObject({ ok: true });
    expect(await statusOf()).toBe("cancelled");
    expect((await logged(lottery)).at(-1)).toMatchObject({
      action: "lottery.cancel",
      by: ben.id,
      after: { status: "cancelled", proposal_id: id },
    });
    const words = { en: "Damaged in the showroom", fr: "Endommagée au garage" };
    expect((await findPublicLottery(ctx, lottery))?.cancellation).toEqual({ reason: "prize_lost", note: words });
  });

  it("is done at once if no second person exists", async () => {
    await ctx.db.deleteFrom("admin_user").where("id", "=", ben.id).execute();
    expect(await cancelLottery(ctx, anna, { lotteryId: lottery, reason: damaged })).toEqual({ ok: true });
    expect((await logged(lottery)).at(-1)).toMatchObject({ after: { alone: true } });
  });

  it("proposed twice happens once", async () => {
    await cancelLottery(ctx, anna, { lotteryId: lottery, reason: damaged });
    expect(await cancelLottery(ctx, ben, { lotteryId: lottery, reason: damaged })).toEqual({
      ok: false,
      error: "already_proposed",
    });
    await cancelLottery(ctx, { kind: "command" }, { lotteryId: lottery, reason: damaged });
    expect(await confirm(ben, await proposalOf(lottery))).toEqual({ ok: false, error: "already_cancelled" });
  });
});

describe("a repeated proposal during its confirmation", () => {
  const cancel = () => cancelLottery(ctx, anna, { lotteryId: lottery, reason: damaged });
  it("is refused, without a deadlock", async () => {
    await cancel();
    const id = await proposalOf(lottery);
    const held = await ctx.pool.connect();
    await held.query("BEGIN");
    await held.query("SELECT FROM lotteries WHERE id = $1 FOR UPDATE", [lottery]);
    // The proposing request locks the draw first; the confirming one holds the proposal by then.
    const again = cancel();
    await expect.poll(() => countWaiting(ctx)).toBe(1);
    const confirmed = confirm(ben, id);
    await expect.poll(() => countWaiting(ctx)).toBe(2);
    await held.query("COMMIT");
    held.release();
    expect(await again).toEqual({ ok: false, error: "already_proposed" });
    expect(await confirmed).toMatchObject({ ok: true });
    expect(await statusOf()).toBe("cancelled");
  });
});

describe("deleting a player", () => {
  const keptOutMany = () =>
    ctx.pool.query(
      `INSERT INTO audit_log (actor_id, actor, action, subject_type, subject_id, at)
       SELECT $1, 'administrator', 'user.rest', 'user', gen_random_uuid()::text, $2 FROM generate_series(1, $3)`,
      [anna.id, ctx.now(), EXCLUSIONS_WITHOUT_APPROVAL],
    );

  it("with tickets in a draw to come waits for another person", async () => {
    const { orderId, buyer } = await bought(1);
    expect(await deleteUser(ctx, anna, buyer)).toEqual({ ok: false, error: "reason_needed" });
    expect(await deleteUser(ctx, anna, buyer, { reason: "Asked by letter" })).toEqual({ ok: true, value: "proposed" });
    expect(await isErased(buyer)).toBe(false);
    const id = await proposalOf(buyer);
    expect(await confirm(ben, id)).toMatchObject({ ok: true });
    expect(await isErased(buyer)).toBe(true);
    expect(await stateOf(ctx, orderId)).toBe("refund_due");
    expect((await logged(buyer)).at(-1)).toMatchObject({ action: "user.delete", by: ben.id, after: { proposal_id: id } });
  });

  it("with new purchases since needs a new proposal", async () => {
    const { buyer } = await bought(1);
    await deleteUser(ctx, anna, buyer, { reason: "Asked by letter" });
    const { email } = await ctx.db.selectFrom("users").select("email").where("id", "=", buyer).executeTakeFirstOrThrow();
    const more = await order(ctx, lottery, 1, { id: buyer, email: email ?? "" });
    await pay(ctx, more.sessionId);
    await settleOrder(ctx, more.sessionId);
    expect(await confirm(ben, await proposalOf(buyer))).toEqual({ ok: false, error: "tickets_changed" });
    expect(await isErased(buyer)).toBe(false);
  });

  it("with as many but dearer tickets since needs a new proposal", async () => {
    const { orderId, buyer } = await bought(1);
    await deleteUser(ctx, anna, buyer, { reason: "Asked by letter" });
    const dear = await makeLottery(ctx, { price_per_ticket_pence: 900_00 });
    const { email } = await ctx.db.selectFrom("users").select("email").where("id", "=", buyer).executeTakeFirstOrThrow();
    const more = await order(ctx, dear, 1, { id: buyer, email: email ?? "" });
    await pay(ctx, more.sessionId);
    await settleOrder(ctx, more.sessionId);
    await refundOrder(ctx, { kind: "command" }, { orderId, reason });
    expect(await confirm(ben, await proposalOf(buyer))).toEqual({ ok: false, error: "tickets_changed" });
    expect(await isErased(buyer)).toBe(false);
  });

  it("without any is done at once", async () => {
    const { id } = await makeUser(ctx);
    expect(await deleteUser(ctx, anna, id)).toMatchObject({ ok: true, value: undefined });
    expect(await isErased(id)).toBe(true);
  });

  it("without tickets waits, too, after many irreversible deletions on one day", async () => {
    await keptOutMany();
    const { id } = await makeUser(ctx);
    expect(await deleteUser(ctx, anna, id)).toEqual({ ok: false, error: "reason_needed" });
    expect(await deleteUser(ctx, anna, id, { reason: "Asked by letter" })).toEqual({ ok: true, value: "proposed" });
    expect(await isErased(id)).toBe(false);
    expect(await confirm(ben, await proposalOf(id))).toMatchObject({ ok: true });
    expect(await isErased(id)).toBe(true);
  });

  it("keeps open payments if the deletion does not happen", async () => {
    await keptOutMany();
    const buyer = await makeUser(ctx);
    const { orderId } = await order(ctx, lottery, 1, buyer);
    expect(await deleteUser(ctx, anna, buyer.id)).toEqual({ ok: false, error: "reason_needed" });
    expect(await deleteUser(ctx, anna, buyer.id, { reason: "Asked by letter" })).toEqual({ ok: true, value: "proposed" });
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
  });

  it("keeps them, too, if the confirmation is refused", async () => {
    const { buyer } = await bought(1);
    const { email } = await ctx.db.selectFrom("users").select("email").where("id", "=", buyer).executeTakeFirstOrThrow();
    await deleteUser(ctx, anna, buyer, { reason: "Asked by letter" });
    const id = await proposalOf(buyer);
    const more = await order(ctx, lottery, 1, { id: buyer, email: email ?? "" });
    await pay(ctx, more.sessionId);
    await settleOrder(ctx, more.sessionId);
    const { orderId, sessionId } = await order(ctx, lottery, 1, { id: buyer, email: email ?? "" });
    expect(await confirm(anna, id)).toEqual({ ok: false, error: "own" });
    expect(await confirm(ben, id)).toEqual({ ok: false, error: "tickets_changed" });
    expect([await stateOf(ctx, orderId), (await ctx.payments.of("stripe").getPage(sessionId)).state]).toEqual([
      "awaiting_payment",
      "open",
    ]);
  });

  it("ends open payments once it is confirmed", async () => {
    const { buyer } = await bought(1);
    const { email } = await ctx.db.selectFrom("users").select("email").where("id", "=", buyer).executeTakeFirstOrThrow();
    const { orderId, sessionId } = await order(ctx, lottery, 1, { id: buyer, email: email ?? "" });
    await deleteUser(ctx, anna, buyer, { reason: "Asked by letter" });
    expect(await confirm(ben, await proposalOf(buyer))).toMatchObject({ ok: true });
    expect([await stateOf(ctx, orderId), (await ctx.payments.of("stripe").getPage(sessionId)).state]).toEqual([
      "expired",
      "expired",
    ]);
    expect(await isErased(buyer)).toBe(true);
  });

  it("is done at once if no second person exists, and the log says so", async () => {
    await ctx.db.deleteFrom("admin_user").where("id", "=", ben.id).execute();
    const { buyer } = await bought(1);
    expect(await deleteUser(ctx, anna, buyer)).toMatchObject({ ok: true, value: undefined });
    expect((await logged(buyer)).at(-1)).toMatchObject({ after: { erased: true, alone: true } });
  });
});
