/** Files and evidence of disputes. Source: docs.stripe.com/api/files, docs.stripe.com/api/disputes/update. */
import { digestOf, evidenceTypeOf } from "@concours/simulator-kit/uploads";
import { turnDispute } from "../actions/dispute-charge.ts";
import { recordEvent } from "../actions/record-event.ts";
import { newId } from "../ledger/new-id.ts";
import type { DisputeRecord, FileRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { evidenceDueBy } from "../wire/wire.ts";
import type { Act } from "./call.ts";
import type { Fields } from "./fields.ts";
import { badParameter, badState, missing } from "./stripe-error.ts";

const MB = 1024 * 1024;
/** Of a file, and of all files of a dispute. */
const LARGEST_FILE = 5 * MB;
const LARGEST_EVIDENCE = 4.5 * MB;
const LONGEST_TEXT = 20_000;

export function uploadFile(sim: Simulation): Act {
  return ({ fields, file }) => {
    const purpose = fields.needString("purpose");
    fields.close();
    if (purpose !== "dispute_evidence")
      throw badParameter(
        "purpose",
        "parameter_invalid",
        `Invalid purpose: ${purpose}; the simulator takes only dispute_evidence`,
      );
    if (file === undefined) throw badParameter("file", "parameter_missing", "Missing required param: file.");
    const { name, bytes } = file;
    const type = evidenceTypeOf(bytes);
    if (type === undefined)
      throw badParameter("file", "file_type_invalid", "Invalid file type: dispute evidence must be a PDF, JPEG or PNG file.");
    if (bytes.byteLength > LARGEST_FILE)
      throw badParameter("file", "file_too_large", "The file is too large: dispute evidence may have up to 5 MB.");
    const record: FileRecord = {
      id: newId("file"),
      created: sim.clock.seconds(),
      name,
      purpose,
      type,
      size: bytes.byteLength,
      digest: digestOf(bytes),
    };
    return { snapshot: { kind: "file", record }, changes: [["file", record]] };
  };
}

const FILE_FIELDS = [
  ...["cancellation_policy", "customer_communication", "customer_signature", "duplicate_charge_documentation", "receipt"],
  ...["refund_policy", "service_documentation", "shipping_documentation", "uncategorized_file"],
];
const TEXT_FIELDS = [
  ...["access_activity_log", "billing_address", "cancellation_policy_disclosure", "cancellation_rebuttal"],
  ...["customer_email_address", "customer_name", "customer_purchase_ip", "duplicate_charge_explanation", "duplicate_charge_id"],
  ...["product_description", "refund_policy_disclosure", "refund_refusal_explanation", "service_date", "shipping_address"],
  ...["shipping_carrier", "shipping_date", "shipping_tracking_number", "uncategorized_text"],
];

/** Stages evidence; submits it unless `submit` is false. */
export function updateDispute(sim: Simulation): Act {
  return ({ id, fields, cause }) => {
    const found = sim.ledger.disputes.get(id);
    if (found === undefined) throw missing("dispute", id, "dispute");
    const submits = fields.boolean("submit") ?? true;
    const given = fields.object("evidence");
    const evidence = { ...found.evidence, ...(given && readEvidence(sim, given)) };
    fields.close();
    if (!found.status.endsWith("needs_response"))
      throw badState(
        found.status.endsWith("under_review")
          ? "Evidence for this dispute has already been submitted."
          : "This dispute is closed and takes no evidence.",
      );
    if (evidenceDueBy(found) < sim.clock.seconds()) throw badState("The evidence of this dispute is past its due date.");
    const staged: DisputeRecord = { ...found, evidence };
    if (submits) {
      const submitted = { ...staged, submissions: (found.submissions ?? 0) + 1 };
      const status = found.status === "needs_response" ? "under_review" : "warning_under_review";
      const { dispute, changes } = turnDispute(sim, submitted, status);
      return { snapshot: { kind: "dispute", record: dispute }, changes };
    }
    const event = recordEvent(sim, "charge.dispute.updated", { kind: "dispute", record: staged }, { cause });
    return { snapshot: { kind: "dispute", record: staged }, changes: [["dispute", staged], event] };
  };
}

function readEvidence(sim: Simulation, given: Fields): Readonly<Record<string, string>> {
  const files = FILE_FIELDS.flatMap((field) => {
    const id = given.string(field);
    if (id === undefined) return [];
    const file = sim.ledger.files.get(id);
    if (file === undefined) throw missing("file", id, given.name(field), 400);
    return [{ field, file }];
  });
  if (files.reduce((sum, { file }) => sum + file.size, 0) > LARGEST_EVIDENCE)
    throw badParameter("evidence", "evidence_too_large", "The combined size of the evidence's files may be up to 4.5 MB.");
  const texts = TEXT_FIELDS.flatMap((field) => {
    const text = given.string(field, LONGEST_TEXT);
    return text === undefined ? [] : [[field, text]];
  });
  return Object.fromEntries([...files.map(({ field, file }) => [field, file.id]), ...texts]);
}
