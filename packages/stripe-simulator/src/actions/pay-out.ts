/** Everything that the seller's balance holds leaves for their bank. */
import { balanceOf } from "../api/balance.ts";
import { badState } from "../api/stripe-error.ts";
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { PayoutRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";

/**
 * Pays out what no payout has paid out yet.
 *
 * @throws StripeError where nothing is left, or the seller owes
 */
export function payOut({ ledger, clock }: Simulation): { payout: PayoutRecord; changes: readonly Change[] } {
  const gone = new Set(ledger.payouts.values().flatMap(({ move, moves }) => [move, ...moves]));
  const moves = balanceOf(ledger).filter(({ id }) => !gone.has(id));
  const amount = moves.reduce((sum, { net }) => sum + net, 0);
  const [first] = moves;
  if (first === undefined || amount <= 0) throw badState("You have insufficient funds in your Stripe account for this payout.");
  const payout: PayoutRecord = {
    id: newId("po"),
    created: clock.seconds(),
    amount,
    currency: first.currency,
    move: newId("txn"),
    moves: moves.map(({ id }) => id),
  };
  return { payout, changes: [["payout", payout]] };
}
