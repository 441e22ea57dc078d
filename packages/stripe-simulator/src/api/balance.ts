/** The ledger of the seller's balance: every sum that came or went, told from the payments, refunds and disputes that moved it. */
import type Stripe from "stripe";
import { Table } from "../../../simulator-kit/src/ledger/table.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Simulation } from "../simulation.ts";
import { wireMove, wireReturns, wireTaking } from "../wire/balance-transaction.ts";
import type { Read } from "./call.ts";
import { listPage, readPage } from "./lists.ts";

/** Oldest first. */
export function balanceOf({ charges, refunds, disputes }: Ledger): readonly Stripe.BalanceTransaction[] {
  const table = new Table<Stripe.BalanceTransaction>();
  const all = [
    ...charges.values().flatMap((charge) => (charge.status === "succeeded" ? [wireTaking(charge)] : [])),
    ...refunds.values().flatMap(wireReturns),
    ...disputes.values().flatMap((dispute) => dispute.moves.map((move) => wireMove(dispute, move))),
  ];
  for (const each of all) table.put(each, 0);
  return table.values();
}

export function listBalance(sim: Simulation): Read {
  return async ({ fields }) => {
    const table = new Table<Stripe.BalanceTransaction>();
    for (const each of balanceOf(sim.ledger)) table.put(each, 0);
    const page = readPage(fields, table, "balance_transaction");
    const source = fields.string("source");
    const type = fields.string("type");
    fields.close();
    const where = (each: Stripe.BalanceTransaction) =>
      (source === undefined || each.source === source) && (type === undefined || each.type === type);
    return listPage(sim, { table, page: { ...page, where }, url: "/v1/balance_transactions", show: (record) => record });
  };
}
