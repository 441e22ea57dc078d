/** Commands of banks: disputes, decisions and reversals; and of staff, who replace a winner. */
import { replaceWinner } from "#features/draws/server/winners/replace-winner.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { type Command, calm, command, eventually, need, pickBought, type Real, readPicked } from "./model-command.fixture.ts";
import {
  alertsAfter,
  type Claim,
  follow,
  leftOf,
  type Model,
  type Order,
  onlyAuthorises,
  totalOf,
} from "./model-state.fixture.ts";
import { wireOf } from "./wires.fixture.ts";

const REASON = { code: "unreachable", text: "Because of the model." };
const hasBought = (model: Model) => model.orders.some(({ stage }) => stage === "bought");
const isTaking = ({ stage }: Claim) => stage === "inquiry" || stage === "open" || stage === "lost";

/** The shop learns of it from the provider, and alerts its staff. */
async function heard(real: Real, claim: Claim): Promise<void> {
  const look = async () => {
    const { rows } = await real.beside.ctx.pool.query<{ standing: string; kind: string | null }>(
      `SELECT d.standing, a.kind FROM disputes d LEFT JOIN alerts a ON a.subject_id = d.id::text AND a.handled_at IS NULL AND a.kind <> 'dispute_due'
        WHERE d.provider_id = $1 ORDER BY a.kind`,
      [claim.id],
    );
    return { standing: rows[0]?.standing, alerts: rows.flatMap(({ kind }) => kind ?? []) };
  };
  await eventually("a dispute", look, { standing: claim.stage, alerts: [...claim.alerts] });
}

async function turned(
  model: Model,
  real: Real,
  { order, claim }: { order: Order; claim: Claim },
  wasOver: boolean,
): Promise<void> {
  // Before its consequences, as the shop sees it.
  follow(model, order);
  claim.alerts = alertsAfter(model, order, claim, wasOver);
  await heard(real, claim);
}

/** `share`: of the amount that a bank can still dispute, in quarters. */
const open = (n: number, share: number, isInquiry: boolean): Command =>
  command(
    `${isInquiry ? "inquire" : "dispute"}(${n}, ${share}/4)`,
    async (model, real) => {
      const order = pickBought(model, n);
      // At that provider an inquiry is already a dispute of the money.
      if (isInquiry && onlyAuthorises(order)) return;
      await calm(model, real, order);
      const taken = order.claims.filter(isTaking).reduce((sum, claim) => sum + claim.amount, 0);
      const amount = Math.floor(((totalOf(order) - taken) * share) / 4);
      if (amount === 0) return;
      const id = await wireOf(real.shop, order.sessionId).dispute(order.sessionId, amount, isInquiry);
      const claim: Claim = { id, amount, kept: 0, stage: isInquiry ? "inquiry" : "open", alerts: [] };
      order.claims.push(claim);
      await turned(model, real, { order, claim }, order.isOver);
    },
    hasBought,
  );

type Ends = Partial<Record<Claim["stage"], "won" | "lost" | "closed" | "open">>;

/** A bank decides the oldest claim that can have this result. `part`: the lost share, in quarters. */
const decide = (name: string, n: number, ends: Ends, part = 4): Command =>
  command(
    `${name}(${n})`,
    async (model, real) => {
      const order = pickBought(model, n);
      const claim = order.claims.find(({ stage }) => ends[stage] !== undefined);
      const end = claim && ends[claim.stage];
      if (!claim || !end) return;
      await calm(model, real, order);
      // That provider only decides whole claims.
      const kept = onlyAuthorises(order) ? claim.amount : Math.max(1, Math.floor((claim.amount * part) / 4));
      await wireOf(real.shop, order.sessionId).turn(claim.id, { to: end, kept });
      const stage = end;
      const [wasOver, wasLost] = [order.isOver, claim.stage === "lost"];
      claim.stage = stage;
      claim.kept = stage === "lost" ? kept : 0;
      // An amount returned by the bank is refunded as a whole, including earlier failures.
      if (wasLost && leftOf(order) > 0) order.hasFailed = false;
      await turned(model, real, { order, claim }, wasOver);
    },
    hasBought,
  );

/** `place`: of the prize, from 1. */
const replaceAt = async (place: number, model: Model, real: Real) => {
  const { ctx } = real.beside;
  const done = await replaceWinner(ctx, { kind: "command" }, { lotteryId: real.lotteryId, place, reason: REASON });
  if (model.sales !== "drawn" || place > model.prizes.count) return need("another winner of no prize", done.ok, false);
  if (!done.ok) return;
  const row = await ctx.db
    .selectFrom("tickets as t")
    .innerJoin("orders as o", "o.id", "t.order_id")
    .select(["t.suspended_at", "o.disputed_pence"])
    .where("t.lottery_id", "=", real.lotteryId)
    .where("t.ticket_number", "=", done.value.ticketNumber)
    .executeTakeFirst();
  need("the payment of the new winner is lost", row?.suspended_at !== null && row?.disputed_pence === 0, false);
  model.picked = await readPicked(real);
  // The shop's timer does this within the hour.
  for (const order of model.orders.filter(({ claims }) => claims.length > 0)) {
    for (const { id } of order.claims) await settleDispute(ctx, id, wireOf(real.shop, order.sessionId).name);
    follow(model, order);
  }
};

const replace = (place: number): Command => command(`replaceWinner(${place})`, (model, real) => replaceAt(place, model, real));

export const bank = {
  inquire: (n: number, share: number) => open(n, share, true),
  dispute: (n: number, share: number) => open(n, share, false),
  win: (n: number) => decide("win", n, { open: "won" }),
  lose: (n: number, part: number) => decide(`lose ${part}/4 of `, n, { open: "lost" }, part),
  appeal: (n: number) => decide("appeal", n, { lost: "won" }),
  close: (n: number) => decide("close", n, { inquiry: "closed" }),
  escalate: (n: number) => decide("escalate", n, { inquiry: "open" }),
  replace,
};
