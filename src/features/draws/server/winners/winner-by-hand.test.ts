/** Manual choices of the winner need a second administrator, and winning orders are not refunded. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { expireProposals } from "#features/staff/server/approvals/decide-proposal.ts";
import { listProposals } from "#features/staff/server/approvals/list-proposals.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { decide } from "../../admin/approvals/approvals.server.ts";
import { DAY, drawnDraw, voidTickets } from "../draws.fixture.ts";
import { findDraw } from "../reading/find-draw.ts";
import { forgetContacts } from "./forget-contacts.ts";
import { listCandidates } from "./list-candidates.ts";
import { replaceWinner } from "./replace-winner.ts";

const reason = { code: "declined", text: "The winner has no driveway and does not want the car." } as const;
let ctx: TestCtx;
let lotteryId: string;
let anna: Actor & { id: string };
let ben: Actor & { id: string };
let stranger: number;

async function administrator() {
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  return reauthedAdmin(ctx, id);
}

beforeAll(async () => {
  ctx = await testCtx();
  anna = await administrator();
  ben = await administrator();
});

async function result() {
  const draw = await findDraw(ctx, lotteryId);
  if (!draw?.result) throw new Error("the draw has a result");
  return draw.result;
}

beforeEach(async () => {
  let picks: number[] = [];
  let people = new Set<string | null>();
  // Winner and reserves must be different people with an order each.
  while (picks.length === 0 || people.size < picks.length) {
    lotteryId = (await drawnDraw(ctx, { sold: 120, players: 120, quantities: [1] })).id;
    picks = (await result()).picks.map(({ ticketNumber }) => ticketNumber);
    people = new Set(await Promise.all(picks.map(holderOf)));
  }
  stranger = [1, 2, 3, 4, 5].find((number) => !picks.includes(number)) ?? 0;
});
afterAll(() => ctx.close());

async function useUpReserves() {
  while ((await replaceWinner(ctx, anna, { lotteryId, reason })).ok);
}
const choose = (by: Actor, ticketNumber = stranger) => replaceWinner(ctx, by, { lotteryId, ticketNumber, reason });
async function proposed() {
  const chosen = await choose(anna);
  return (chosen.ok && chosen.value.proposalId) || "";
}
const rowOf = (ticket: number) =>
  ctx.db
    .selectFrom("tickets")
    .select(["order_id", "user_id"])
    .where("lottery_id", "=", lotteryId)
    .where("ticket_number", "=", ticket)
    .executeTakeFirstOrThrow();
const orderOf = async (ticket: number) => (await rowOf(ticket)).order_id;
const holderOf = async (ticket: number) => (await rowOf(ticket)).user_id;

describe("a winner chosen manually", () => {
  it("changes nothing until a second administrator confirms it", async () => {
    await useUpReserves();
    const before = (await result()).winner.ticketNumber;
    const id = await proposed();
    expect((await result()).winner.ticketNumber).toBe(before);
    expect(await choose(ben)).toEqual({ ok: false, error: "already_proposed" });
    expect(await decide(ctx, anna, { id, decision: "confirm", note: "" })).toEqual({ ok: false, error: "own" });
    const { id: benId } = ben;
    expect(await decide(ctx, { kind: "admin", id: benId }, { id, decision: "confirm", note: "" })).toEqual({
      ok: false,
      error: "reauth_needed",
    });
    expect(await decide(ctx, { kind: "command" }, { id, decision: "confirm", note: "" })).toEqual({
      ok: false,
      error: "forbidden",
    });
    const listed = await listProposals(ctx, ben);
    expect(listed.ok && listed.value[0]).toMatchObject({
      id,
      state: "open",
      reason: reason.text,
      payload: { ticketNumber: stranger },
    });

    expect(await decide(ctx, ben, { id, decision: "confirm", note: "" })).toMatchObject({ ok: true });
    expect((await result()).changes.at(-1)).toMatchObject({ toTicket: stranger, reserve: undefined, reason });
    expect(await decide(ctx, ben, { id, decision: "confirm", note: "" })).toEqual({ ok: false, error: "decided" });
    const { rows } = await ctx.pool.query(
      "SELECT action, actor_id FROM audit_log WHERE subject_id IN ($1, $2) ORDER BY id DESC LIMIT 3",
      [id, lotteryId],
    );
    expect(rows).toEqual([
      { action: "draw.replace_winner", actor_id: ben.id },
      { action: "proposal.confirm", actor_id: ben.id },
      { action: "proposal.make", actor_id: anna.id },
    ]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("is confirmed once, however often it is clicked", async () => {
    await useUpReserves();
    const id = await proposed();
    const before = (await result()).changes.length;
    const clicks = await Promise.all(Array.from({ length: 10 }, () => decide(ctx, ben, { id, decision: "confirm", note: "" })));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await result()).changes).toHaveLength(before + 1);
  });

  it("is refused with a reason, withdrawn, or expires after seven days; then another may be proposed", async () => {
    await useUpReserves();
    const before = (await result()).winner.ticketNumber;
    const first = await proposed();
    expect(await decide(ctx, ben, { id: first, decision: "refuse", note: " " })).toEqual({ ok: false, error: "note_needed" });
    expect(await decide(ctx, ben, { id: first, decision: "refuse", note: "She has answered." })).toMatchObject({ ok: true });
    const second = await proposed();
    expect(await decide(ctx, ben, { id: second, decision: "withdraw", note: "" })).toEqual({ ok: false, error: "not_own" });
    expect(await decide(ctx, anna, { id: second, decision: "withdraw", note: "" })).toMatchObject({ ok: true });
    const third = await proposed();
    const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 7 * DAY) };
    expect(await decide(later, reauthedAdmin(later, ben.id), { id: third, decision: "confirm", note: "" })).toEqual({
      ok: false,
      error: "expired",
    });
    const open = async (at: TestCtx) => {
      const listed = await listProposals(at, ben);
      return listed.ok && listed.value.filter(({ state }) => state === "open").length;
    };
    expect([await open(ctx), await open(later)]).toEqual([1, 0]);
    await expireProposals(later);
    expect(await proposed()).not.toBe("");
    expect((await result()).winner.ticketNumber).toBe(before);
  });

  it("is checked again at the confirmation: a refunded ticket does not win", async () => {
    await useUpReserves();
    const id = await proposed();
    await voidTickets(ctx, lotteryId, [stranger]);
    expect(await decide(ctx, ben, { id, decision: "confirm", note: "" })).toEqual({ ok: false, error: "no_valid_ticket" });
    const listed = await listProposals(ctx, ben);
    expect(listed.ok && listed.value.find((proposal) => proposal.id === id)?.state).toBe("open");
    expect((await result()).changes.at(-1)?.toTicket).not.toBe(stranger);
  });

  it("replaces only the winner at the time of the proposal, not a later one", async () => {
    const reserve = (await result()).picks[1]?.ticketNumber ?? 0;
    const suspend = (at: Date | null) =>
      ctx.owner.query("UPDATE tickets SET suspended_at = $3 WHERE lottery_id = $1 AND ticket_number = $2", [
        lotteryId,
        reserve,
        at,
      ]);
    await suspend(ctx.now());
    await useUpReserves();
    const id = await proposed();
    // The dispute is decided for the reserve, who wins.
    await suspend(null);
    expect(await replaceWinner(ctx, ben, { lotteryId, reason })).toMatchObject({ ok: true });
    expect(await decide(ctx, ben, { id, decision: "confirm", note: "" })).toEqual({ ok: false, error: "winner_changed" });
    expect((await result()).winner.ticketNumber).toBe(reserve);
  });

  it("cannot bypass the database: no one confirms their own proposal, and decisions are final", async () => {
    await useUpReserves();
    const id = await proposed();
    const set = (what: string) => ctx.pool.query(`UPDATE proposals SET ${what} WHERE id = $1`, [id]);
    await expect(set(`state = 'confirmed', decided_by = '${anna.id}', decided_at = now()`)).rejects.toThrow(/proposals_need_two/);
    await expect(set("payload = '{}'")).rejects.toThrow(/never rewritten/);
    await expect(ctx.pool.query("DELETE FROM proposals")).rejects.toThrow();
  });
});

describe("the order of a winner", () => {
  /** A free entry has no payment, which is another refusal. */
  const refund = async (ticket: number) => {
    const orderId = await orderOf(ticket);
    const { kind } = await ctx.db.selectFrom("orders").select("kind").where("id", "=", orderId).executeTakeFirstOrThrow();
    return { is: await refundOrder(ctx, anna, { orderId, reason: "Goodwill." }), free: kind === "free" };
  };
  const refused = async (ticket: number) => {
    const { is, free } = await refund(ticket);
    expect(is).toEqual({ ok: false, error: free ? "not_found" : "drawn" });
  };

  it("is not refunded while its ticket wins, also if chosen manually, and neither is that of a coming reserve", async () => {
    for (const { ticketNumber } of (await result()).picks) await refused(ticketNumber);
    await useUpReserves();
    await decide(ctx, ben, { id: await proposed(), decision: "confirm", note: "" });
    expect((await result()).winner.ticketNumber).toBe(stranger);
    await refused(stranger);
  });

  it("is refunded once it is replaced", async () => {
    const first = (await result()).winner.ticketNumber;
    await replaceWinner(ctx, anna, { lotteryId, reason });
    const { is, free } = await refund(first);
    expect(is).toEqual(free ? { ok: false, error: "not_found" } : { ok: true });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("keeps its tickets, even against direct SQL", async () => {
    const { picks } = await result();
    for (const { ticketNumber } of picks)
      await expect(
        ctx.pool.query("UPDATE tickets SET void_at = now() WHERE lottery_id = $1 AND ticket_number = $2", [
          lotteryId,
          ticketNumber,
        ]),
      ).rejects.toThrow(/winner or a reserve/);
  });
});

it("a chosen winner who leaves can be reached until the hand-over", async () => {
  await useUpReserves();
  const id = await proposed();
  await decide(ctx, ben, { id, decision: "confirm", note: "" });
  const winner = (await findDraw(ctx, lotteryId))?.lottery.winnerId ?? "";
  expect(await eraseUser(ctx, winner, { tickets: "keep" })).toMatchObject({ ok: true });
  const retained = async () =>
    (await ctx.db.selectFrom("retained_contacts").select("user_id").where("user_id", "=", winner).execute()).length;
  await forgetContacts(ctx);
  expect(await retained()).toBe(1);
  await ctx.owner.query("UPDATE draws SET prize_delivered_at = now() WHERE lottery_id = $1", [lotteryId]);
  await forgetContacts(ctx);
  expect(await retained()).toBe(0);
});

it("a holder of several tickets may win with a valid one, even if another one was charged back", async () => {
  const lost = (tickets: readonly number[], at: Date | null) =>
    ctx.owner.query("UPDATE tickets SET suspended_at = $3 WHERE lottery_id = $1 AND ticket_number = ANY($2)", [
      lotteryId,
      tickets,
      at,
    ]);
  const ownersOf = async (tickets: readonly number[]) => {
    const rows = await ctx.db
      .selectFrom("tickets")
      .select(["ticket_number", "user_id"])
      .where("lottery_id", "=", lotteryId)
      .execute();
    return tickets.map((ticket) => rows.find(({ ticket_number }) => ticket_number === ticket)?.user_id ?? "");
  };
  const mayWin = async () => {
    const listed = await listCandidates(ctx, anna, { lotteryId, q: "" });
    return listed.ok ? listed.value.filter((each) => each.mayWin).map(({ id, ticketNumber }) => ({ id, ticketNumber })) : [];
  };
  // Until one person has two reserves, and another person has won.
  let picks: readonly number[] = [];
  let owners: readonly string[] = [];
  let [first, second] = [-1, -1];
  do {
    lotteryId = (await drawnDraw(ctx, { sold: 40, players: 2, quantities: [1] })).id;
    picks = (await result()).picks.map(({ ticketNumber }) => ticketNumber);
    owners = await ownersOf(picks);
    first = owners.findIndex((owner) => owner !== owners[0]);
    second = owners.findIndex((owner, pick) => pick > first && owner !== owners[0]);
  } while (first < 0 || second < 0);
  await lost([picks[first] ?? 0], ctx.now());
  expect(await mayWin()).toEqual([{ id: owners[first], ticketNumber: picks[second] }]);
  await lost([picks[first] ?? 0], null);

  await useUpReserves();
  const own = (
    await ctx.db.selectFrom("tickets").select(["ticket_number", "user_id"]).where("lottery_id", "=", lotteryId).execute()
  )
    .filter(({ user_id }) => user_id === owners[0])
    .map(({ ticket_number }) => ticket_number)
    .sort((a, b) => a - b);
  const shown = async () => (await mayWin()).find(({ id }) => id === owners[0])?.ticketNumber ?? 0;
  const one = [await shown()];
  expect(own).toContain(one[0]);
  await lost(one, ctx.now());
  expect(own.filter((ticket) => ticket !== one[0])).toContain(await shown());
  await lost(one, null);
});
