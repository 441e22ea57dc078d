/**
 * Files and evidence of disputes. Source: Checkout.com's API reference, "Disputes". Its error codes for
 * them are not documented; these are the simulator's own.
 */
import type { Bindings } from "@concours/simulator-kit/serve";
import { digestOf, evidenceTypeOf, readUpload } from "@concours/simulator-kit/uploads";
import { Hono } from "hono";
import { turnDispute } from "./act.ts";
import { evidenceDueBy } from "./events.ts";
import type { DisputeRecord, FileRecord } from "./records.ts";
import { Refused } from "./refused.ts";
import { newId, type Simulation } from "./simulation.ts";

const LARGEST_FILE = 4 * 1024 * 1024;
const LONGEST_TEXT = 500;
const KINDS = [
  ...["proof_of_delivery_or_service", "proof_of_delivery_or_service_date", "invoice_or_receipt"],
  ...["invoice_showing_distinct_transactions", "customer_communication", "refund_or_cancellation_policy"],
  ...["recurring_transaction_agreement", "additional_evidence"],
];

export function createEvidenceApi(sim: Simulation): Hono<Bindings> {
  const api = new Hono<Bindings>();
  api.post("/files", async ({ req, json }) => {
    const upload = await readUpload(req.raw);
    if (upload?.file === undefined) throw new Refused(422, "file_required");
    const { name, bytes } = upload.file;
    if (upload.fields.purpose !== "dispute_evidence") throw new Refused(422, "purpose_invalid");
    if (evidenceTypeOf(bytes) === undefined) throw new Refused(422, "file_type_invalid");
    if (bytes.byteLength > LARGEST_FILE) throw new Refused(422, "file_size_invalid");
    const file: FileRecord = {
      id: newId("file"),
      created: sim.clock.seconds(),
      name,
      size: bytes.byteLength,
      digest: digestOf(bytes),
    };
    await sim.commit([["file", file]]);
    return json({ id: file.id, _links: { self: { href: `${sim.publicUrl()}/files/${file.id}` } } });
  });

  const find = (id: string): DisputeRecord => {
    const dispute = sim.ledger.disputes.get(id);
    if (dispute === undefined) throw new Refused(404);
    return dispute;
  };
  api.get("/disputes/:id/evidence", ({ req, json }) => json(find(req.param("id")).evidence ?? {}));
  api.put("/disputes/:id/evidence", async ({ req, body }) => {
    const dispute = find(req.param("id"));
    requireOpen(sim, dispute);
    const evidence = readEvidence(sim, await req.json());
    await sim.commit([["dispute", { ...dispute, evidence: { ...dispute.evidence, ...evidence } }]]);
    return body(null, 204);
  });
  api.post("/disputes/:id/evidence", async ({ req, body }) => {
    const dispute = find(req.param("id"));
    requireOpen(sim, dispute);
    if (dispute.evidence === undefined) throw new Refused(422, "evidence_required");
    await sim.commit(turnDispute(sim, dispute, "evidence_under_review"));
    return body(null, 204);
  });
  return api;
}

function requireOpen(sim: Simulation, dispute: DisputeRecord): void {
  const isOpen = dispute.status === "received" || dispute.status === "evidence_required";
  if (!isOpen)
    throw new Refused(422, dispute.status === "evidence_under_review" ? "evidence_already_submitted" : "dispute_closed");
  if (evidenceDueBy(dispute) < sim.clock.seconds()) throw new Refused(422, "evidence_past_due");
}

function readEvidence(sim: Simulation, given: unknown): Readonly<Record<string, string>> {
  const fields = Object.entries(typeof given === "object" && given !== null ? given : {});
  if (fields.length === 0) throw new Refused(422, "evidence_required");
  for (const [field, value] of fields) {
    const kind = /^(.+)_(file|text)$/.exec(field);
    const isValid =
      typeof value === "string" &&
      KINDS.includes(kind?.[1] ?? "") &&
      (kind?.[2] === "text" ? value.length <= LONGEST_TEXT : sim.ledger.files.get(value) !== undefined);
    if (!isValid) throw new Refused(422, `${field}_invalid`);
  }
  return Object.fromEntries(fields);
}
