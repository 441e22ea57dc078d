import { badParameter, badState } from "../api/stripe-error.ts";
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { ChargeRecord, DisputeRecord, DisputeStatus, WarningRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { recordEvent } from "./record-event.ts";

/** The network's fee for a dispute, whatever its result; minor units. */
export const DISPUTE_FEE = 2000;

/** Seconds until the bank decides, if a knob strikes. */
const DECIDES_AFTER = 2;

type Disputed = { readonly dispute: DisputeRecord; readonly changes: readonly Change[] };

/** Whether the bank holds the money in this state. */
export function holdsMoney(status: DisputeStatus): boolean {
  return status === "needs_response" || status === "under_review" || status === "lost";
}

/**
 * Opens a dispute or an inquiry of a successful charge, which may be refunded already.
 * @param wanted.amount minor units; by default the amount not refunded, or all of a refunded charge
 */
export function disputeCharge(
  sim: Simulation,
  charge: ChargeRecord,
  wanted: { readonly reason?: string; readonly amount?: number | undefined; readonly isInquiry?: boolean } = {},
): Disputed {
  const most = disputable(sim, charge);
  if (most === 0) throw badState(`Nothing is left of charge ${charge.id} that could be disputed.`, "charge_disputed");
  const rest = Math.min(most, charge.amount - charge.refunded);
  const amount = wanted.amount ?? (rest > 0 ? rest : most);
  if (amount > most) throw badParameter("amount", "amount_too_large", `Only ${most} are left of charge ${charge.id}.`);
  const opened: DisputeRecord = {
    id: newId("dp"),
    created: sim.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
    amount,
    currency: charge.currency,
    reason: wanted.reason ?? "fraudulent",
    card: charge.card,
    status: wanted.isInquiry === true ? "warning_needs_response" : "needs_response",
    moves: [],
    turn: turnOf(sim, wanted.isInquiry === true),
  };
  const dispute = withdrawn(sim, opened);
  return {
    dispute,
    changes: [
      ["charge", { ...charge, disputed: true, bank: null }],
      ["dispute", dispute],
      recordEvent(sim, "charge.dispute.created", { kind: "dispute", record: dispute }),
      ...eventIf(sim, "charge.dispute.funds_withdrawn", dispute, dispute !== opened),
    ],
  };
}

/** The possible transitions of a dispute. A lost one can still be won on appeal. */
const TURNS: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  warning_needs_response: ["warning_under_review", "warning_closed", "needs_response"],
  warning_under_review: ["warning_closed", "needs_response"],
  warning_closed: [],
  needs_response: ["under_review", "won", "lost"],
  under_review: ["won", "lost"],
  lost: ["won"],
  won: [],
};

/** Submits evidence, decides, or turns an inquiry into a dispute. `kept` is the bank's part of a lost one. */
export function turnDispute(sim: Simulation, dispute: DisputeRecord, to: string, kept?: number): Disputed {
  const status = TURNS[dispute.status].find((known) => known === to);
  if (status === undefined) throw badState(`Dispute ${dispute.id} is ${dispute.status} and cannot become ${to}.`);
  const previous = { status: dispute.status };
  if (kept !== undefined && (status !== "lost" || kept > dispute.amount))
    throw badParameter("kept", "parameter_invalid", "kept is a part of the amount of a lost dispute");
  const planned = status.endsWith("under_review") ? (dispute.turn ?? null) : null;
  const turn = status === "needs_response" ? turnOf(sim, false) : planned;
  const turned = reinstated(sim, withdrawn(sim, { ...dispute, status, turn }), kept);
  const isOver = status === "won" || status === "lost" || status === "warning_closed";
  const type = isOver ? "charge.dispute.closed" : "charge.dispute.updated";
  return {
    dispute: turned,
    changes: [
      ["dispute", turned],
      recordEvent(sim, type, { kind: "dispute", record: turned }, { previous }),
      ...eventIf(sim, "charge.dispute.funds_withdrawn", turned, balance(turned) < balance(dispute)),
      ...eventIf(sim, "charge.dispute.funds_reinstated", turned, balance(turned) > balance(dispute)),
    ],
  };
}

/** The amount neither lost nor disputed. */
function disputable(sim: Simulation, charge: ChargeRecord): number {
  const disputed = sim.ledger
    .disputesOf(charge.id)
    .filter(({ status }) => holdsMoney(status) || status.startsWith("warning_needs") || status === "warning_under_review");
  return charge.amount - disputed.reduce((sum, { amount }) => sum + amount, 0);
}

export function lostOf(sim: Simulation, charge: ChargeRecord): number {
  const lost = sim.ledger.disputesOf(charge.id).filter(({ status }) => status === "lost");
  return lost.reduce((sum, dispute) => sum - balance(dispute), 0);
}

function turnOf({ knobs, clock }: Simulation, isInquiry: boolean): DisputeRecord["turn"] {
  const { winDisputes, loseDisputes } = knobs.settings;
  const to = (status: DisputeStatus) => ({ at: clock.seconds() + DECIDES_AFTER, to: status });
  if (knobs.strikes(winDisputes)) return to(isInquiry ? "warning_closed" : "won");
  return knobs.strikes(loseDisputes) ? to(isInquiry ? "needs_response" : "lost") : null;
}

function balance({ moves }: DisputeRecord): number {
  return moves.reduce((sum, { amount }) => sum + amount, 0);
}

function withdrawn(sim: Simulation, dispute: DisputeRecord): DisputeRecord {
  return holdsMoney(dispute.status) && balance(dispute) === 0 ? moved(sim, dispute, -dispute.amount, DISPUTE_FEE) : dispute;
}

function reinstated(sim: Simulation, dispute: DisputeRecord, kept = dispute.amount): DisputeRecord {
  const back = dispute.status === "won" ? -balance(dispute) : dispute.status === "lost" ? -balance(dispute) - kept : 0;
  return back > 0 ? moved(sim, dispute, back, 0) : dispute;
}

function moved(sim: Simulation, dispute: DisputeRecord, amount: number, fee: number): DisputeRecord {
  return { ...dispute, moves: [...dispute.moves, { id: newId("txn"), created: sim.clock.seconds(), amount, fee }] };
}

function eventIf(
  sim: Simulation,
  type: "charge.dispute.funds_withdrawn" | "charge.dispute.funds_reinstated",
  record: DisputeRecord,
  isSo: boolean,
): readonly Change[] {
  return isSo ? [recordEvent(sim, type, { kind: "dispute", record })] : [];
}

export function warnOfFraud(
  sim: Simulation,
  charge: ChargeRecord,
  fraudType = "made_with_stolen_card",
): { readonly warning: WarningRecord; readonly changes: readonly Change[] } {
  const warning: WarningRecord = {
    id: newId("issfr"),
    created: sim.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
    fraudType,
    actionable: !charge.disputed && charge.refunded < charge.amount,
  };
  const snapshot = { kind: "warning" as const, record: warning };
  return { warning, changes: [["warning", warning], recordEvent(sim, "radar.early_fraud_warning.created", snapshot)] };
}

const ACTS_AFTER = 2;

type Planned = Pick<ChargeRecord, "bank">;

export function bankAfterPayment(sim: Simulation, { amount }: { readonly amount: number }): Planned {
  const { disputePayments, partDisputes, inquireFirst } = sim.knobs.settings;
  if (!sim.knobs.strikes(disputePayments)) return { bank: null };
  const part = sim.knobs.strikes(partDisputes) ? Math.ceil(amount / 2) : null;
  return { bank: { at: sim.clock.seconds() + ACTS_AFTER, asks: sim.knobs.strikes(inquireFirst), amount: part } };
}

/** Without a strike, an earlier plan stays. */
export function bankAfterRefund(sim: Simulation): Planned {
  if (!sim.knobs.strikes(sim.knobs.settings.disputeRefunds)) return {};
  return { bank: { at: sim.clock.seconds() + ACTS_AFTER, asks: false, amount: null } };
}

export function runBank(sim: Simulation, id: string): readonly Change[] {
  const charge = sim.ledger.charges.get(id);
  if (charge?.bank == null || charge.bank.at > sim.clock.seconds()) return [];
  const most = disputable(sim, charge);
  if (most <= 0) return [["charge", { ...charge, bank: null }]];
  const amount = charge.bank.amount === null ? undefined : Math.min(charge.bank.amount, most);
  return disputeCharge(sim, charge, { amount, isInquiry: charge.bank.asks }).changes;
}

export function runDisputeTurn(sim: Simulation, id: string): readonly Change[] {
  const dispute = sim.ledger.disputes.get(id);
  if (dispute?.turn == null || dispute.turn.at > sim.clock.seconds()) return [];
  return turnDispute(sim, dispute, dispute.turn.to).changes;
}
