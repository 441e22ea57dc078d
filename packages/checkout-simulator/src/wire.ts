import { balancesOf, sourceOf, statusOf } from "./payment-state.ts";
import type { ActionRecord, EventRecord, PageRecord, PaymentRecord } from "./records.ts";
import type { Simulation } from "./simulation.ts";

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const link = (sim: Simulation, path: string) => ({ href: `${sim.publicUrl()}${path}` });

/** A page lists a payment once it is approved; its state "received" says nothing about the capture. */
export function wirePage(sim: Simulation, page: PageRecord) {
  const isPast = page.expiresAt <= sim.clock.seconds();
  const links = page.payment !== null && {
    payment: link(sim, `/payments/${page.payment}`),
    payment_actions: link(sim, `/payments/${page.payment}/actions`),
  };
  return {
    id: page.id,
    status: page.payment !== null ? "Payment Received" : isPast ? "Expired" : "Payment Pending",
    payment_id: page.payment,
    amount: page.amount,
    currency: page.currency,
    reference: page.reference,
    description: page.description,
    customer: { email: page.email },
    billing: { address: { country: page.country } },
    products: page.products,
    metadata: page.metadata,
    success_url: page.successUrl,
    cancel_url: page.cancelUrl,
    failure_url: page.failureUrl,
    _links: { ...wirePageLinks(sim, page), ...links },
  };
}

export function wirePageLinks(sim: Simulation, { id }: PageRecord) {
  return { self: link(sim, `/hosted-payments/${id}`), redirect: link(sim, `/page/${id}`) };
}

export function wirePayment(sim: Simulation, payment: PaymentRecord) {
  const path = `/payments/${payment.id}`;
  return {
    id: payment.id,
    requested_on: iso(payment.created),
    ...(payment.state === "authorised" && { expires_on: iso(payment.expiresAt) }),
    source: sourceOf(sim, payment, "last4"),
    amount: payment.amount,
    currency: payment.currency,
    payment_type: "Regular",
    reference: payment.reference,
    status: statusOf(sim, payment),
    approved: payment.state === "authorised",
    response_code: payment.code,
    customer: { email: payment.email },
    metadata: payment.metadata,
    balances: balancesOf(payment),
    _links: { self: link(sim, path), actions: link(sim, `${path}/actions`) },
  };
}

export function wireAction(action: ActionRecord) {
  return {
    id: action.id,
    type: action.type,
    processed_on: iso(action.created),
    amount: action.amount,
    ...(action.approved !== null && { approved: action.approved, response_code: action.code }),
    reference: action.reference,
    metadata: action.metadata,
  };
}

export function wireEvent(sim: Simulation, event: EventRecord) {
  const created = sim.knobs.strikes(sim.knobs.settings.oldEnvelope) ? "timestamp" : "created_on";
  return {
    id: event.id,
    type: event.type,
    version: "1.0.0",
    [created]: iso(event.created),
    data: event.data,
    _links: event.payment === null ? {} : { payment: link(sim, `/payments/${event.payment}`) },
  };
}
