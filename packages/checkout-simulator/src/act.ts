import { APPROVED, NOT_CONFIRMED, type Verdict } from "./cards.ts";
import { actionEvent, authorisationEvent, disputeEvent } from "./events.ts";
import type { Change } from "./ledger.ts";
import { isLapsed } from "./payment-state.ts";
import type { ActionRecord, ActionType, DisputeRecord, DisputeStatus, Metadata, PageRecord, PaymentRecord } from "./records.ts";
import { newId, type Simulation } from "./simulation.ts";

const WEEK = 7 * 86_400;
const PENDING_SECONDS = 2;
const DECLINED = "20005";

type Done = { readonly payment: PaymentRecord; readonly changes: readonly Change[] };

export function pay(sim: Simulation, page: PageRecord, email: string, { card, code, asks, fate }: Verdict): Done {
  const created = sim.clock.seconds();
  const payment: PaymentRecord = {
    id: newId("pay"),
    created,
    session: newId("sid"),
    page: page.id,
    amount: page.amount,
    currency: page.currency,
    reference: page.reference,
    metadata: page.metadata,
    email,
    card,
    fate,
    expiresAt: created + WEEK,
    state: "asked",
    code,
    voided: 0,
    captured: 0,
    refunded: 0,
  };
  return asks ? { payment, changes: [["payment", payment]] } : authorise(sim, page, payment, code);
}

export function answerBank(sim: Simulation, page: PageRecord, payment: PaymentRecord, agreed: boolean): Done {
  return authorise(sim, page, payment, agreed ? APPROVED : NOT_CONFIRMED);
}

function authorise(sim: Simulation, page: PageRecord, asked: PaymentRecord, code: string): Done {
  const approved = code === APPROVED;
  const payment: PaymentRecord = { ...asked, code, state: approved ? "authorised" : "declined" };
  const action = newAction(sim, payment, { type: "Authorization", amount: payment.amount, approved, code });
  const changes: Change[] = [["payment", payment], ["action", action], authorisationEvent(sim, payment, action)];
  if (!approved) return { payment, changes };
  changes.push(["page", { ...page, payment: payment.id }]);
  if (!page.captures) return { payment, changes };
  const taken = ask(sim, payment, { type: "Capture", amount: payment.amount });
  return { payment: taken.payment, changes: [...changes, ...taken.changes] };
}

export type Asked = {
  readonly type: Exclude<ActionType, "Authorization">;
  readonly amount: number;
  readonly reference?: string | null;
  readonly metadata?: Metadata;
};

/** @returns undefined if allowed, else the provider's error code; "forbidden" if the state excludes it */
export function problemWith(
  sim: Simulation,
  payment: PaymentRecord,
  { type, amount }: Asked,
): "forbidden" | "refund_amount_exceeds_balance" | undefined {
  const pending = sim.ledger.actionsOf(payment.id).filter(({ approved }) => approved === null);
  if (type === "Refund") {
    const asked = pending.reduce((sum, action) => sum + (action.type === "Refund" ? action.amount : 0), 0);
    const left = payment.captured - payment.refunded - asked;
    if (left <= 0) return "forbidden";
    return amount > left ? "refund_amount_exceeds_balance" : undefined;
  }
  const isFree = payment.state === "authorised" && payment.captured + payment.voided === 0 && pending.length === 0;
  return isFree && amount <= payment.amount && !isLapsed(sim, payment) ? undefined : "forbidden";
}

export function ask(sim: Simulation, payment: PaymentRecord, asked: Asked): Done & { readonly action: ActionRecord } {
  const pends = sim.knobs.strikes(sim.knobs.settings.pendActions);
  const action = newAction(sim, payment, { ...asked, approved: null, code: APPROVED });
  if (!pends) return decide(sim, payment, action);
  const waiting: ActionRecord = { ...action, dueAt: sim.clock.seconds() + PENDING_SECONDS };
  return { payment, action: waiting, changes: [["action", waiting], actionEvent(sim, payment, waiting)] };
}

export function runAction(sim: Simulation, id: string): readonly Change[] {
  const action = sim.ledger.actions.get(id);
  const payment = sim.ledger.payments.get(action?.payment ?? "");
  return action?.approved === null && payment ? decide(sim, payment, { ...action, dueAt: null }).changes : [];
}

function decide(sim: Simulation, before: PaymentRecord, asked: ActionRecord): Done & { readonly action: ActionRecord } {
  const { knobs } = sim;
  const fails = {
    Authorization: false,
    Capture: before.fate === "capture_fails" || knobs.strikes(knobs.settings.failCaptures),
    Void: before.fate === "capture_fails",
    Refund: before.fate === "refund_fails" || knobs.strikes(knobs.settings.failRefunds),
  }[asked.type];
  const action: ActionRecord = { ...asked, approved: !fails, code: fails ? DECLINED : APPROVED };
  const sum = { Authorization: "captured", Capture: "captured", Void: "voided", Refund: "refunded" } as const;
  const field = sum[action.type];
  const payment: PaymentRecord = fails ? before : { ...before, [field]: before[field] + action.amount };
  const changes: Change[] = [["payment", payment], ["action", action], actionEvent(sim, payment, action)];
  if (!fails && action.type === "Capture" && payment.fate === "disputed")
    changes.push(...dispute(sim, payment, payment.amount).changes);
  return { payment, action, changes };
}

export function dispute(
  sim: Simulation,
  payment: PaymentRecord,
  amount: number,
): { readonly dispute: DisputeRecord; readonly changes: readonly Change[] } {
  const record: DisputeRecord = {
    id: newId("dsp"),
    created: sim.clock.seconds(),
    payment: payment.id,
    amount,
    status: "received",
  };
  return { dispute: record, changes: [["dispute", record], disputeEvent(sim, payment, record)] };
}

export function turnDispute(sim: Simulation, record: DisputeRecord, status: DisputeStatus): readonly Change[] {
  const payment = sim.ledger.payments.get(record.payment);
  const turned: DisputeRecord = { ...record, status };
  return payment ? [["dispute", turned], disputeEvent(sim, payment, turned)] : [];
}

type NewAction = Omit<Asked, "type"> & Pick<ActionRecord, "type" | "approved" | "code">;

function newAction(
  sim: Simulation,
  payment: PaymentRecord,
  { type, amount, approved, code, reference = null, metadata = {} }: NewAction,
): ActionRecord {
  return {
    id: newId("act"),
    created: sim.clock.seconds(),
    payment: payment.id,
    type,
    amount,
    approved,
    code,
    reference,
    metadata,
    dueAt: null,
  };
}
