/** Updates the journal from the shop's and the providers' data; idempotent (docs/decisions/0061). */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import type { EntryKind, MoveKind } from "#shared/states.ts";
import {
  addLines,
  addMoney,
  agreedFeeLines,
  charityLines,
  type Lines,
  moveLines,
  NO_MONEY,
  negated,
  orderLines,
  prizeLines,
} from "../../rules/lines.ts";
import { knownBefore } from "../../rules/month.ts";
import { rateOn } from "../../rules/rates.ts";
import { listUnbookedFees, type UnbookedFees } from "../fee-store.ts";
import { importMoves } from "./import-moves.ts";
import { type BookedOrder, type BookedPart, insertBookedOrders, markMoves, storeBookedPart } from "./journal-store.ts";
import {
  type ChangedPart,
  findCostOf,
  listChangedParts,
  listMisstatedVat,
  listNewCharityPayments,
  listNewMoves,
  listNewOrders,
  listNewPrizeCosts,
  type NewOrder,
} from "./source-store.ts";
import { type Booked, openPage, type Page } from "./write-page.ts";

type Updating = Pick<Ctx, "db" | "env" | "payments" | "now">;
/** Events booked in one transaction. */
const BATCH_SIZE = 500;

/** Runs `book` in transactions until nothing is left to book. */
async function bookWith({ db, now }: Pick<Ctx, "db" | "now">, book: (tx: Tx, page: Page) => Promise<Booked>): Promise<void> {
  while ((await db.transaction().execute(async (tx) => (await openPage(tx)).write(now(), book))) === BATCH_SIZE);
}

function bookOrder(page: Page, { orderId, lotteryId, captured, discount, isSold, at }: NewOrder): BookedOrder {
  const { code, points } = isSold ? rateOn(page.rates, "sales", londonDate(at)) : { code: undefined, points: 0 };
  const lines = orderLines(NO_MONEY, { ...NO_MONEY, captured, discount }, { isSold, vatPoints: points });
  const document = { kind: "receipt" as const, amount: captured, vat: -(lines.vat ?? 0), vatPoints: points };
  const entry = page.add({
    kind: isSold ? "sale" : "money_back",
    source: `order:${orderId}`,
    ...{ orderId, lotteryId, at, lines, vatCode: code },
    document: isSold && captured > 0 ? document : undefined,
  });
  return { orderId, isSold, captured, discount, vatCode: code, vatPoints: points, entry };
}

/** Books sales, and payments for which no ticket could be issued. */
async function bookOrders(tx: Tx, page: Page, orderIds?: readonly string[]): Promise<Booked> {
  const orders = await listNewOrders(tx, { limit: BATCH_SIZE, orderIds });
  const booked = orders.map((order) => bookOrder(page, order));
  return { found: orders.length, after: () => insertBookedOrders(tx, booked) };
}

function kindOf({ isRefund, times }: ChangedPart, refunded: number): EntryKind {
  if (isRefund) return refunded > 0 ? "refund" : "refund_returned";
  return times === 0 ? "dispute" : "dispute_changed";
}

/** The credit or debit note of a refund; none for money without a sale, which had no receipt. */
function documentOf({ isSold, vatPoints }: ChangedPart, refunded: number, { vat = 0 }: Lines) {
  if (!isSold || refunded === 0) return undefined;
  return {
    kind: refunded > 0 ? ("credit_note" as const) : ("debit_note" as const),
    amount: Math.abs(refunded),
    vat: Math.abs(vat),
    vatPoints,
  };
}

/** Books refunds and disputes. Several of one order continue from the sums of the previous one. */
async function bookParts(tx: Tx, page: Page, orderIds?: readonly string[]): Promise<Booked> {
  const changed = await listChangedParts(tx, { limit: BATCH_SIZE, orderIds });
  const sums = new Map(changed.map(({ orderId, order }) => [orderId, order]));
  const booked = changed.map((part): BookedPart => {
    const { orderId, before, now, times, part: id } = part;
    const orderBefore = sums.get(orderId) ?? part.order;
    const change = {
      refunded: now.refunded - before.refunded,
      held: now.held - before.held,
      lost: now.lost - before.lost,
      fees: now.fees - before.fees,
    };
    const orderAfter = addMoney(orderBefore, change);
    sums.set(orderId, orderAfter);
    const lines = orderLines(orderBefore, orderAfter, part);
    const entry = page.add({
      kind: kindOf(part, change.refunded),
      source: `${part.isRefund ? "refund" : "dispute"}:${id}:${times + 1}`,
      ...{ orderId, lotteryId: part.lotteryId, at: part.at, corrects: part.follows, lines },
      vatCode: part.vatCode,
      document: documentOf(part, change.refunded, lines),
    });
    return { part: id, orderId, now, times: times + 1, entry };
  });
  const after = async () => {
    for (const part of booked) await storeBookedPart(tx, part);
  };
  return { found: changed.length, after };
}

/** Corrects misstated VAT today, by the difference to the current sums. */
async function bookCorrections(tx: Tx, page: Page, at: Date): Promise<Booked> {
  let found = 0;
  for (const { orderId, lotteryId, order, booked, follows, vatCode, vatPoints } of await listMisstatedVat(tx, BATCH_SIZE)) {
    const lines = addLines([orderLines(NO_MONEY, order, { isSold: true, vatPoints }), negated(booked)]);
    // The database rounds differently here: there is nothing to correct.
    if (Object.keys(lines).length === 0) continue;
    const source = `vat:${orderId}:${follows}`;
    page.add({ kind: "dispute_changed", source, orderId, lotteryId, at, corrects: follows, lines, vatCode });
    found++;
  }
  return { found };
}

/** The kind of entry for each kind of movement. */
const MOVE_ENTRIES: Readonly<Record<MoveKind, EntryKind>> = {
  charge: "charge",
  refund: "provider_refund",
  refund_failure: "provider_refund",
  dispute: "provider_dispute",
  dispute_reversal: "provider_dispute",
  fee: "provider_fee",
  payout: "payout",
  payout_reversal: "payout",
  other: "provider_other",
};

/** Books movements of the balances at the providers. */
async function bookMoves(tx: Tx, page: Page): Promise<Booked> {
  const moves = await listNewMoves(tx, BATCH_SIZE);
  const booked = moves.map(({ provider, id, kind, amount, fee, at, orderId, lotteryId }) => {
    const { code, points } = rateOn(page.rates, "fees", londonDate(at));
    const lines = moveLines({ kind, amount, fee, isOurs: orderId !== undefined }, points);
    // A movement of zero has no lines, and is only marked as booked.
    if (Object.keys(lines).length === 0) return { provider, id, entry: 0 };
    const vatCode = lines.provider_fees === undefined ? undefined : code;
    const source = `move:${provider}:${id}`;
    return {
      provider,
      id,
      entry: page.add({ kind: MOVE_ENTRIES[kind], source, provider, orderId, lotteryId, at, lines, vatCode }),
    };
  });
  return { found: moves.length, after: () => markMoves(tx, booked) };
}

/** Books the costs of prizes. A reversal repeats the VAT of its original. */
async function bookPrizes(tx: Tx, page: Page): Promise<Booked> {
  const costs = await listNewPrizeCosts(tx, BATCH_SIZE);
  for (const { id, lotteryId, amount, day, isCash } of costs) {
    const reversed = amount < 0 ? await findCostOf(tx, lotteryId, -amount) : undefined;
    // Cash is outside the scope of VAT.
    const { code, points } = isCash ? { code: undefined, points: 0 } : rateOn(page.rates, "prizes", day);
    page.add({
      ...{ kind: "prize_cost", source: `prize:${id}`, lotteryId, at: startOfLondonDay(day), corrects: reversed?.entry },
      lines: reversed
        ? negated(Object.fromEntries(reversed.lines.map((line) => [line.account, line.amount])))
        : prizeLines(amount, points),
      vatCode: reversed ? reversed.vatCode : code,
    });
  }
  return { found: costs.length };
}

async function bookCharities(tx: Tx, page: Page): Promise<Booked> {
  const payments = await listNewCharityPayments(tx, BATCH_SIZE);
  for (const { id, lotteryId, amount, paidOn } of payments)
    page.add({
      ...{ kind: "charity", source: `charity:${id}`, lotteryId, at: startOfLondonDay(paidOn) },
      lines: charityLines(amount),
      vatCode: undefined,
    });
  return { found: payments.length };
}

/** Books what the database holds, without an import from the providers. */
export async function bookAll(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const correct = (tx: Tx, page: Page) => bookCorrections(tx, page, ctx.now());
  for (const book of [bookOrders, bookParts, correct, bookMoves, bookPrizes, bookCharities]) await bookWith(ctx, book);
}

/** One entry for each draw and day with the agreed fees of providers that report none. */
function bookFees(page: Page, fees: readonly UnbookedFees[]): Booked {
  for (const { provider, day, lotteryId, fee } of fees) {
    const { code, points } = rateOn(page.rates, "fees", day);
    const source = `fee:${provider}:${day}:${lotteryId}`;
    const lines = agreedFeeLines(fee, points);
    page.add({ kind: "provider_fee", source, provider, lotteryId, at: startOfLondonDay(day), lines, vatCode: code });
  }
  return { found: fees.length };
}

/** Imports from the providers, then books all that is new. Failures of a provider are thrown at the end. */
export async function updateJournal(ctx: Updating): Promise<void> {
  const [imported] = await Promise.allSettled([importMoves(ctx)]);
  await bookAll(ctx);
  const providers = ctx.payments.all.flatMap(({ name, balance }) => (balance ? [] : name));
  const before = knownBefore(ctx.now());
  await bookWith(ctx, async (tx, page) => bookFees(page, await listUnbookedFees(tx, { providers, before, limit: BATCH_SIZE })));
  if (imported.status === "rejected") throw imported.reason;
}

/** Books sales and refunds of these orders, so that mails to their buyers contain document numbers. */
export async function bookOrdersNow(ctx: Pick<Ctx, "db" | "now">, orderIds: readonly string[]): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const page = await openPage(tx);
    for (const book of [bookOrders, bookParts]) await page.write(ctx.now(), (...context) => book(...context, orderIds));
  });
}
