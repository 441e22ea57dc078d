/** Disputes of Checkout.com in the shop's form. */
import { z } from "zod";
import { pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { EvidenceApi, EvidenceKind, EvidenceRefusal, PaymentDispute, PaymentDisputes } from "../payment-disputes.server.ts";
import { type Call, CheckoutRefusal } from "./checkout-wire.server.ts";

const PAGE_SIZE = 100;

const dispute = z.object({
  id: z.string(),
  status: z.string(),
  category: z.string().nullish(),
  amount: z.int(),
  payment_id: z.string().nullish(),
  received_on: z.string().nullish(),
  evidence_required_by: z.string().nullish(),
});
const listed = z.object({ total_count: z.int(), data: z.array(dispute) });

export function connectDisputes(call: Call): PaymentDisputes {
  return {
    evidence: connectEvidence(call),
    async getDispute(disputeId) {
      try {
        return toDispute(await call(dispute, "GET", `/disputes/${disputeId}`));
      } catch (error) {
        if (error instanceof CheckoutRefusal && error.status === 404) return undefined;
        throw error;
      }
    },
    async *listDisputes(since) {
      for (let skip = 0; ;) {
        const query = new URLSearchParams({ from: since.toISOString(), limit: String(PAGE_SIZE), skip: String(skip) });
        const { total_count: total, data } = await call(listed, "GET", `/disputes?${query}`);
        for (const each of data) yield toDispute(each);
        skip += data.length;
        if (data.length === 0 || skip >= total) return;
      }
    },
  };
}

const FIELDS: Readonly<Record<EvidenceKind, string>> = {
  summary: "additional_evidence",
  delivery: "proof_of_delivery_or_service",
  communication: "customer_communication",
  receipt: "invoice_or_receipt",
};
const LONGEST_TEXT = 500;
const uploaded = z.object({ id: z.string() });

/** Source: Checkout.com's API reference, "Disputes". None of these calls takes an idempotency key. */
function connectEvidence(call: Call): EvidenceApi {
  return {
    async uploadEvidence({ name, type, bytes }) {
      const form = new FormData();
      form.append("purpose", "dispute_evidence");
      form.append("file", new File([new Uint8Array(bytes)], name, { type }));
      return orRefusal(async () => (await call(uploaded, "POST", "/files", { body: form })).id);
    },
    async submitEvidence({ disputeId, text, files }) {
      const kinds = Object.keys(FIELDS) as EvidenceKind[];
      const fields = kinds.flatMap((kind) => (files[kind] === undefined ? [] : [[`${FIELDS[kind]}_file`, files[kind]]]));
      const body = { ...Object.fromEntries(fields), additional_evidence_text: text.slice(0, LONGEST_TEXT) };
      const path = `/disputes/${disputeId}/evidence`;
      return orRefusal(async () => {
        await call(z.undefined(), "PUT", path, { body });
        await call(z.undefined(), "POST", path);
        return { provided: body };
      });
    },
  };
}

async function orRefusal<T>(run: () => Promise<T>): Promise<Result<T, EvidenceRefusal>> {
  try {
    return ok(await run());
  } catch (error) {
    if (!(error instanceof CheckoutRefusal) || ![403, 404, 409, 422].includes(error.status)) throw error;
    return err(`refused: ${error.message}`);
  }
}

/** The shop's status, `isTaken`, `isSubmitted`. Source: `DisputeStatus` of Checkout.com's libraries. */
const STATUSES: Readonly<Record<string, readonly [status: string, isTaken: boolean, isSubmitted?: boolean]>> = {
  received: ["needs_response", false],
  evidence_required: ["needs_response", true],
  evidence_under_review: ["under_review", true, true],
  accepted: ["lost", true],
  lost: ["lost", true, true],
  expired: ["lost", true],
  won: ["won", false, true],
  // The bank has escalated to the card network.
  arbitration_under_review: ["under_review", true, true],
  arb_evidence_submitted: ["under_review", true, true],
  arbitration_won: ["won", false, true],
  arbitration_lost: ["lost", true, true],
  // The bank withdrew it, or the banks settled before money moved.
  canceled: ["won", false],
  resolved: ["won", false],
};

/** A dispute in the shop's form. Unknown statuses count as open, with the money taken. */
function toDispute(found: z.infer<typeof dispute>): PaymentDispute {
  const [status, isTaken, isSubmitted = false] = STATUSES[found.status.toLowerCase()] ?? ["needs_response", true];
  return {
    id: found.id,
    paymentIntentId: found.payment_id ?? undefined,
    status,
    reason: found.category ?? "general",
    amount: pence(found.amount),
    withdrawn: pence(isTaken ? found.amount : 0),
    // Only the provider's reports contain the fee.
    fee: pence(0),
    dueBy: found.evidence_required_by == null ? undefined : new Date(found.evidence_required_by),
    isSubmitted,
    openedAt: found.received_on == null ? new Date() : new Date(found.received_on),
  };
}
