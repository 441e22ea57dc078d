/** Disputes of Stripe in the shop's form. */
import Stripe from "stripe";
import { pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { EvidenceApi, EvidenceKind, EvidenceRefusal, PaymentDispute, PaymentDisputes } from "../payment-disputes.server.ts";
import { idOf, unixSeconds } from "./stripe-wire.server.ts";

export function connectDisputes(stripe: Stripe): PaymentDisputes {
  return {
    evidence: connectEvidence(stripe),
    async getDispute(disputeId) {
      try {
        return toDispute(await stripe.disputes.retrieve(disputeId));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined;
        throw error;
      }
    },
    async *listDisputes(since) {
      const created = { gte: unixSeconds(since) };
      for await (const dispute of stripe.disputes.list({ created, limit: 100 })) yield toDispute(dispute);
    },
  };
}

const FILE_FIELDS = {
  summary: "uncategorized_file",
  delivery: "service_documentation",
  communication: "customer_communication",
  receipt: "receipt",
} as const satisfies Readonly<Record<EvidenceKind, keyof Stripe.DisputeUpdateParams.Evidence>>;

/** Sources: docs.stripe.com/file-upload, docs.stripe.com/disputes/api. */
function connectEvidence(stripe: Stripe): EvidenceApi {
  return {
    async uploadEvidence({ name, type, bytes }, attempt) {
      const file = { name, type, data: bytes };
      return orRefusal(async () => {
        const uploaded = await stripe.files.create({ purpose: "dispute_evidence", file }, { idempotencyKey: `file:${attempt}` });
        return uploaded.id;
      });
    },
    async submitEvidence({ disputeId, text, files, attempt }) {
      const evidence: Stripe.DisputeUpdateParams.Evidence = { uncategorized_text: text };
      for (const kind of Object.keys(FILE_FIELDS) as EvidenceKind[]) {
        const id = files[kind];
        if (id !== undefined) evidence[FILE_FIELDS[kind]] = id;
      }
      return orRefusal(async () => {
        const options = { idempotencyKey: `evidence:${attempt}` };
        const dispute = await stripe.disputes.update(disputeId, { evidence, submit: true }, options);
        return { status: dispute.status, evidence_details: dispute.evidence_details, request: dispute.lastResponse.requestId };
      });
    },
  };
}

async function orRefusal<T>(call: () => Promise<T>): Promise<Result<T, EvidenceRefusal>> {
  try {
    return ok(await call());
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return err(`refused: ${error.message}`);
  }
}

function toDispute(dispute: Stripe.Dispute): PaymentDispute {
  const { evidence_details: evidence, balance_transactions: moves, payment_intent: intent } = dispute;
  const sum = (amountOf: (move: Stripe.BalanceTransaction) => number) => moves.reduce((total, move) => total + amountOf(move), 0);
  return {
    id: dispute.id,
    paymentIntentId: idOf(intent),
    status: dispute.status,
    reason: dispute.reason,
    amount: pence(dispute.amount),
    withdrawn: pence(Math.max(0, -sum(({ amount }) => amount))),
    fee: pence(
      Math.max(
        0,
        sum(({ fee }) => fee),
      ),
    ),
    dueBy: evidence.due_by === null ? undefined : new Date(evidence.due_by * 1000),
    // Evidence for an inquiry does not count for the dispute that it becomes.
    isSubmitted: evidence.submission_count > 0 && !dispute.status.endsWith("needs_response"),
    // An inquiry that becomes a dispute stays the same object: the dispute began when the money went.
    openedAt: new Date(Math.min(...(moves.length > 0 ? moves : [dispute]).map(({ created }) => created)) * 1000),
  };
}
