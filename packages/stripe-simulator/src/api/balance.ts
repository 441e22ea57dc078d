/** The seller's balance, derived from payments, refunds, disputes and payouts. */

import { Table } from "@concours/simulator-kit/ledger/table";
import type Stripe from "stripe";
import type { Change, Ledger } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { PayoutRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { isTaken, wireMove, wirePaying, wirePayout, wireReturns, wireTaking } from "../wire/balance-transaction.ts";
import type { Read } from "./call.ts";
import { listPage, readPage } from "./lists.ts";
import { badParameter, badState } from "./stripe-error.ts";

export function balanceOf(ledger: Ledger): readonly Stripe.BalanceTransaction[] {
  return balanceTable(ledger).values();
}

function balanceTable({ charges, refunds, disputes, payouts }: Ledger): Table<Stripe.BalanceTransaction> {
  const table = new Table<Stripe.BalanceTransaction>();
  const all = [
    ...charges.values().flatMap((charge) => (isTaken(charge) ? [wireTaking(charge)] : [])),
    ...refunds.values().flatMap(wireReturns),
    ...disputes.values().flatMap((dispute) => dispute.moves.map((move) => wireMove(dispute, move))),
    ...payouts.values().map(wirePaying),
  ];
  for (const each of all) table.put(each, 0);
  return table;
}

export function listBalance(sim: Simulation): Read {
  return async ({ fields }) => {
    const table = balanceTable(sim.ledger);
    const page = readPage(fields, table, "balance_transaction");
    const source = fields.string("source");
    const type = fields.string("type");
    const payout = fields.string("payout");
    const expand = fields.strings("expand");
    fields.close();
    const wrong = expand.find((path) => path !== "data.source");
    if (wrong !== undefined) throw badParameter("expand", "parameter_invalid", `This property cannot be expanded (${wrong}).`);
    const paid = sim.ledger.payouts.get(payout ?? "");
    const isPaid = (id: string) => payout === undefined || paid?.move === id || paid?.moves.includes(id) === true;
    const where = (each: Stripe.BalanceTransaction) =>
      (source === undefined || each.source === source) && (type === undefined || each.type === type) && isPaid(each.id);
    const show = (move: Stripe.BalanceTransaction) =>
      expand.length > 0 ? { ...move, source: sourceOf(sim, move.source) } : move;
    return listPage(sim, { table, page: { ...page, where }, url: "/v1/balance_transactions", show });
  };
}

function sourceOf({ ledger, wire }: Simulation, source: Stripe.BalanceTransaction["source"]): unknown {
  const id = String(source);
  const charge = ledger.charges.get(id);
  if (charge) return wire({ kind: "charge", record: charge });
  const refund = ledger.refunds.get(id);
  if (refund) return wire({ kind: "refund", record: refund });
  const dispute = ledger.disputes.get(id);
  if (dispute) return wire({ kind: "dispute", record: dispute });
  const payout = ledger.payouts.get(id);
  return payout ? wirePayout(payout) : source;
}

export function listPayouts(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.payouts, "payout");
    fields.close();
    return listPage(sim, { table: sim.ledger.payouts, page, url: "/v1/payouts", show: wirePayout });
  };
}

/** Made at `created`, in Unix seconds. */
export type PastPayout = Pick<PayoutRecord, "id" | "created">;

/** Pays out everything until now. */
export function payOut({ ledger, clock }: Simulation): { payout: PayoutRecord; changes: readonly Change[] } {
  const payout = payoutOf(ledger, { id: newId("po"), created: clock.seconds() });
  if (payout === undefined) throw badState("You have insufficient funds in your Stripe account for this payout.");
  return { payout, changes: [["payout", payout]] };
}

/** Enters a payout of what was moved until its time. None if it is known, or nothing was left. */
export function enterPastPayout({ ledger }: Simulation, past: PastPayout): readonly Change[] {
  const payout = ledger.payouts.get(past.id) ? undefined : payoutOf(ledger, past);
  return payout ? [["payout", payout]] : [];
}

function payoutOf(ledger: Ledger, { id, created }: PastPayout): PayoutRecord | undefined {
  const paidOut = new Set(ledger.payouts.values().flatMap(({ move, moves }) => [move, ...moves]));
  const moves = balanceOf(ledger).filter((move) => move.created <= created && !paidOut.has(move.id));
  const amount = moves.reduce((sum, { net }) => sum + net, 0);
  const [first] = moves;
  if (first === undefined || amount <= 0) return undefined;
  return { id, created, amount, currency: first.currency, move: newId("txn"), moves: moves.map((move) => move.id) };
}
