/** Many concurrent buyers while everything around the shop fails at random; then all promises are checked. */
import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#demo/random.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type ApiClient, newApiClient } from "./api-client.fixture.ts";
import { connectBeside } from "./beside.fixture.ts";
import { type Draw, makeDraw, readLedger, sessionIdOf } from "./books.fixture.ts";
import type { FaultyShop, Split } from "./faulty-shop.fixture.ts";
import { beStill, turnKnobs } from "./knobs.fixture.ts";
import { calmDown, DESK, expectAllKept, REASON, refundFailed, type Told } from "./promises.fixture.ts";
import { type CardKind, wireOf } from "./wires.fixture.ts";

/** Allowed replies of a shop in trouble; any other one is a bug. */
const EXPECTED = new Set([200, 400, 401, 404, 409, 429, 502, 503]);

export type Chaos = {
  readonly faults: Record<string, number>;
  purchases: number;
  readonly by: Record<string, number>;
  answers: Record<string, number>;
  readonly unexpected: string[];
};
/** `wires`: those that may fail; with none, only the provider and its webhooks fail. */
type Options = {
  readonly seconds: number;
  readonly buyers: number;
  readonly seed: number;
  readonly kills: boolean;
  readonly wires?: boolean;
  /** The distribution of new orders after each kill, in turn; unchanged by default. */
  readonly splits?: readonly Split[];
};

/** Injects faults, waits for calm and checks everything. @returns the injected faults */
export async function chaos(
  faulty: FaultyShop,
  { seconds, buyers, seed, kills, wires = true, splits = [] }: Options,
): Promise<Chaos> {
  const draw = await makeDraw(faulty.shop, { title: "A draw in chaos", available: 1_000_000 });
  const people = await Promise.all(Array.from({ length: buyers }, () => newApiClient(faulty.shop)));
  const seen: Chaos = { faults: {}, purchases: 0, by: {}, answers: {}, unexpected: [] };
  const told: Told[] = [];
  const begun = new Date();
  const end = performance.now() + seconds * 1000;
  const isOver = () => performance.now() > end;
  await Promise.all([
    ...people.map((buyer, i) => buyOn(faulty, { draw, buyer, seed: seed + i, isOver, seen, told })),
    blow(faulty, { seed, isOver, seen, kills, wires, splits }),
    disputeSome(faulty, { seed, isOver, seen }),
    forge(faulty, isOver, seen),
    refundSome(faulty, { drawId: draw.id, isOver, seen }),
  ]);
  for (const wire of Object.values(faulty.wires)) wire.pass();
  await calmDown(faulty);
  await expectAllKept(faulty, { people, told, begun });
  return seen;
}

/** Most pay; some use credit cards, which are limited, and some captures are refused. */
const CARDS: readonly CardKind[] = [...Array<CardKind>(8).fill("debit"), "credit", "credit", "declined", "refused"];

type Buying = { draw: Draw; buyer: ApiClient; seed: number; isOver(): boolean; seen: Chaos; told: Told[] };

async function buyOn(faulty: FaultyShop, { draw, buyer, seed, isOver, seen, told }: Buying): Promise<void> {
  const luck = seededRandom(seed);
  while (!isOver()) {
    try {
      // Tokens expire in runs longer than five minutes.
      const reply = await buyer.checkout(draw.id, { tickets: { quantity: luck.between(1, 3), unitPrice: 29.99 } });
      count(seen.answers, String(reply.status));
      if (!EXPECTED.has(reply.status)) seen.unexpected.push(`checkout ${reply.status} ${JSON.stringify(reply.body)}`);
      if (reply.status !== 200) {
        await sleep(100);
        continue;
      }
      const sessionId = sessionIdOf((reply.body as { url: string }).url);
      const wire = wireOf(faulty.shop, sessionId);
      if (luck.between(1, 10) <= 8) await wire.pay(sessionId, luck.pick(CARDS));
      if (wire.name === "checkout" && luck.between(1, 8) === 1) {
        count(seen.faults, "paid in two tabs");
        await wire.pay(sessionId, luck.pick(CARDS), true);
      }
      seen.purchases += 1;
      count(seen.by, wire.name);
      const tickets = await buyer.tickets(sessionId);
      if (tickets.length > 0) told.push({ buyer, sessionId, tickets });
    } catch {
      // The connection broke or the reply was incomplete: retry, as a phone would.
      count(seen.answers, "broken");
      await sleep(100);
    }
  }
}

type Blowing = { isOver(): boolean; seen: Chaos };

async function blow(
  faulty: FaultyShop,
  { seed, isOver, seen, kills, wires, splits }: Required<Pick<Options, "seed" | "kills" | "wires" | "splits">> & Blowing,
): Promise<void> {
  const luck = seededRandom(seed);
  const knobs = (settings: Record<string, number>) => turnKnobs(faulty, settings);
  const names = ["database", "payments", "checkout", "mail"] as const;
  const wireOf = () => faulty.wires[luck.pick(names)];
  const cuts: Record<string, () => unknown> = {
    cut: () => wireOf().cut(),
    "half-close": () => wireOf().halfClose(),
    delay: () => wireOf().delay(luck.between(20, 220)),
    refuse: () => wireOf().refuse(),
    silence: () => wireOf().silence(),
    forget: () => wireOf().forget(),
  };
  const faults: Record<string, () => unknown> = {
    ...(wires && cuts),
    "replies lost": () => knobs({ dropReplies: 0.3 }),
    "calls refused": () => knobs({ refuse: 0.3 }),
    "webhooks doubled": () => knobs({ duplicateWebhooks: 3 }),
    "webhooks shuffled": () => knobs({ shuffleWebhooks: 1 }),
    "webhooks dropped": () => knobs({ dropWebhooks: 0.5 }),
    "a provider dies": () => turnKnobs(faulty, { refuse: 1 }, luck.pick(["simulator", "checkout"] as const)),
    "answers pend": () => knobs({ pendActions: 0.7 }),
    "captures refused": () => knobs({ failCaptures: 0.5 }),
    "too many calls": () => knobs({ tooMany: 0.3 }),
    "kinds of cards hidden": () => knobs({ hideType: 0.5 }),
    "refunds wait": () => knobs({ pendRefunds: 0.7 }),
    "refunds fail late": () => knobs({ failRefunds: 0.7 }),
    "payments disputed": () => knobs({ disputePayments: 0.7, partDisputes: 0.4, inquireFirst: 0.3, ...decided(luck) }),
    "refunds disputed": () => knobs({ disputeRefunds: 0.7, partDisputes: 0.4, ...decided(luck) }),
    "fraud warnings": () => knobs({ warnPayments: 0.7 }),
  };
  const all = Object.entries(faults);
  let rounds = 0;
  let kill = 0;
  while (!isOver()) {
    rounds += 1;
    if (kills && rounds % 12 === 0) {
      count(seen.faults, "kill -9");
      for (const wire of Object.values(faulty.wires)) wire.pass();
      await faulty.killAndRestart(splits[kill++ % splits.length]);
      continue;
    }
    const [name, fault] = luck.pick(all);
    count(seen.faults, name);
    await fault();
    await sleep(luck.between(200, 1000));
    for (const wire of Object.values(faulty.wires)) wire.pass();
    await beStill(faulty);
    await sleep(luck.between(0, 500));
  }
}

/** How banks make up their minds while the knobs stand so. */
const decided = (luck: ReturnType<typeof seededRandom>): Record<string, number> =>
  luck.pick<Record<string, number>>([{ winDisputes: 1 }, { loseDisputes: 1 }, { winDisputes: 0.5 }]);

/** Forged webhooks, without the secret, claim that everything was paid. */
async function forge(faulty: FaultyShop, isOver: () => boolean, seen: Chaos): Promise<void> {
  while (!isOver()) {
    await sleep(500);
    const { sessions } = await readLedger(faulty.shop).catch(() => ({ sessions: [] }));
    const open = sessions.find(({ payment_status: status }) => status !== "paid");
    const event = {
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "checkout.session.completed",
      created: Math.floor(Date.now() / 1000),
    };
    const body = JSON.stringify({ ...event, data: { object: { ...open, object: "checkout.session", payment_status: "paid" } } });
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", "whsec_guessed").update(`${time}.${body}`).digest("hex");
    const headers = { "Stripe-Signature": `t=${time},v1=${signature}` };
    const status = await fetch(`${faulty.shop.url}/api/payments/webhook`, { method: "POST", body, headers }).then(
      (reply) => reply.status,
      () => "broken" as const,
    );
    const forged = { "Cko-Signature": createHmac("sha256", "guessed").update(body).digest("hex") };
    const other = await fetch(`${faulty.shop.url}/api/payments/webhook/checkout`, { method: "POST", body, headers: forged }).then(
      (reply) => reply.status,
      () => "broken" as const,
    );
    count(seen.faults, "forged webhook");
    if (other !== 400 && other !== 503 && other !== "broken") seen.unexpected.push(`a forged webhook: ${other}`);
    if (status !== 400 && status !== 503 && status !== "broken") seen.unexpected.push(`a forged webhook: ${status}`);
  }
}

/** Banks open inquiries and disputes, full or partial, also of refunded payments, then decide and reverse. */
async function disputeSome(faulty: FaultyShop, { seed, isOver, seen }: { seed: number; isOver(): boolean; seen: Chaos }) {
  const luck = seededRandom(seed + 1);
  while (!isOver()) {
    await sleep(100);
    await Promise.all([disputeOne(faulty.simulator.url, luck, seen), disputeOneThere(faulty.checkout.url, luck, seen)]);
  }
}

const controlOf = (url: string) => (path: string, body: unknown) =>
  fetch(`${url}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });
const ENDS = ["under_review", "won", "lost", "warning_closed", "needs_response"] as const;
type RandomSource = ReturnType<typeof seededRandom>;

async function disputeOne(url: string, luck: RandomSource, seen: Chaos): Promise<void> {
  const control = controlOf(url);
  const { charges, disputes } = (await (await fetch(`${url}/_simulator/ledger`)).json()) as {
    charges: { id: string; amount: number }[];
    disputes: { id: string; amount: number }[];
  };
  const charge = charges.length > 0 ? luck.pick(charges) : undefined;
  const dispute = disputes.length > 0 ? luck.pick(disputes) : undefined;
  const isPart = luck.between(1, 3) === 1;
  const opens = luck.between(1, 3) === 1;
  // The simulator refuses impossible steps, such as a second full dispute.
  if (opens && charge) {
    const amount = isPart ? Math.ceil(charge.amount / 3) : undefined;
    if ((await control(`charges/${charge.id}/dispute`, { amount, inquiry: luck.between(1, 4) === 1 })).ok)
      count(seen.faults, "dispute");
  } else if (dispute) {
    const to = luck.pick(ENDS);
    const kept = isPart && to === "lost" ? Math.ceil(dispute.amount / 2) : undefined;
    if ((await control(`disputes/${dispute.id}/turn`, { to, kept })).ok) count(seen.faults, `dispute ${to}`);
  }
}

const ENDS_THERE = [
  ...["evidence_required", "evidence_under_review", "won", "lost", "expired", "canceled", "resolved"],
  ...["arbitration_under_review", "arbitration_won", "arbitration_lost"],
] as const;

/** One for each payment: that provider's simulator does not look what is left. */
async function disputeOneThere(url: string, luck: RandomSource, seen: Chaos): Promise<void> {
  const control = controlOf(url);
  const { payments, disputes } = (await (await fetch(`${url}/_simulator/ledger`)).json()) as {
    payments: { id: string; captured: number }[];
    disputes: { id: string; payment: string }[];
  };
  const whole = payments.filter(({ id, captured }) => captured > 0 && !disputes.some(({ payment }) => payment === id));
  if (luck.between(1, 3) === 1 && whole.length > 0) {
    const { id, captured } = luck.pick(whole);
    const amount = luck.between(1, 3) === 1 ? Math.ceil(captured / 3) : captured;
    if ((await control(`payments/${id}/dispute`, { amount })).ok) count(seen.faults, "dispute");
  } else if (disputes.length > 0) {
    const to = luck.pick(ENDS_THERE);
    if ((await control(`disputes/${luck.pick(disputes).id}/turn`, { to })).ok) count(seen.faults, `dispute ${to}`);
  }
}

/** Staff sometimes refund an order and repeat failed refunds. */
async function refundSome(faulty: FaultyShop, { drawId, isOver, seen }: { drawId: string; isOver(): boolean; seen: Chaos }) {
  const beside = await connectBeside(faulty.shop);
  try {
    while (!isOver()) {
      await sleep(300);
      await refundOne(beside.ctx, drawId).then(
        (ok) => ok && count(seen.faults, "refund"),
        () => undefined,
      );
      await refundFailed(beside.ctx).catch(() => undefined);
    }
  } finally {
    await beside.close();
  }
}

async function refundOne(ctx: Ctx, drawId: string): Promise<boolean> {
  const paid = ctx.db.selectFrom("orders").select("id").where("lottery_id", "=", drawId).where("state", "=", "paid");
  const order = await paid.orderBy("id").limit(1).executeTakeFirst();
  return order !== undefined && (await refundOrder(ctx, DESK, { orderId: order.id, reason: REASON })).ok;
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
