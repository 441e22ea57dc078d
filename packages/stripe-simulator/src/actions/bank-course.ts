/** What banks do by themselves where the knobs say so: dispute a payment a moment later, and decide. */
import type { Change } from "../ledger/ledger.ts";
import type { ChargeRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { disputable, disputeCharge, turnDispute } from "./dispute-charge.ts";

/** Seconds until a bank acts. */
const ACTS_AFTER = 2;

type Planned = Pick<ChargeRecord, "bank">;

export function bankAfterPayment(sim: Simulation, { amount }: { readonly amount: number }): Planned {
  const { disputePayments, partDisputes, inquireFirst } = sim.knobs.settings;
  if (!sim.knobs.strikes(disputePayments)) return { bank: null };
  const part = sim.knobs.strikes(partDisputes) ? Math.ceil(amount / 2) : null;
  return { bank: { at: sim.clock.seconds() + ACTS_AFTER, asks: sim.knobs.strikes(inquireFirst), amount: part } };
}

/** Nothing where the knob does not strike: what was planned before stays. */
export function bankAfterRefund(sim: Simulation): Planned {
  if (!sim.knobs.strikes(sim.knobs.settings.disputeRefunds)) return {};
  return { bank: { at: sim.clock.seconds() + ACTS_AFTER, asks: false, amount: null } };
}

/** What falls due of a charge: its bank disputes it, if there is still something to dispute. */
export function runBank(sim: Simulation, id: string): readonly Change[] {
  const charge = sim.ledger.charges.get(id);
  if (charge?.bank == null || charge.bank.at > sim.clock.seconds()) return [];
  const most = disputable(sim, charge);
  if (most <= 0) return [["charge", { ...charge, bank: null }]];
  const amount = charge.bank.amount === null ? undefined : Math.min(charge.bank.amount, most);
  return disputeCharge(sim, charge, { amount, isInquiry: charge.bank.asks }).changes;
}

/** What falls due of a dispute. Nothing for one that somebody has turned before. */
export function runDisputeTurn(sim: Simulation, id: string): readonly Change[] {
  const dispute = sim.ledger.disputes.get(id);
  if (dispute?.turn == null || dispute.turn.at > sim.clock.seconds()) return [];
  return turnDispute(sim, dispute, dispute.turn.to).changes;
}
