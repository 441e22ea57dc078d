/** Disputes for administrators, and the export of the evidence for the bank. */
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { stageOf } from "../../rules/evidence.ts";
import { listReceiptTickets, type ReceiptTicket } from "../reading/history-store.ts";
import { findOrderDetail, type OrderDetail } from "../reading/order-detail-store.ts";
import {
  type DisputeView,
  findDisputeById,
  type ListedDispute,
  listDisputeRows,
  sumDisputeRows,
} from "./dispute-reading-store.ts";
import {
  type AddedFile,
  type DisputeNote,
  type FileContent,
  findNote,
  listFileContents,
  listFiles,
} from "./evidence/evidence-store.ts";
import { findSentDocument, findSubmission, type Submission } from "./evidence/submission-store.ts";

export const DISPUTES_PER_PAGE = 25;

/** A page (from 1) of disputes; `found`, `amount`: how many the view has, and their sum. */
export async function listDisputes(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { view, page }: { readonly view: DisputeView; readonly page: number },
): Promise<Result<{ readonly disputes: readonly ListedDispute[]; readonly found: number; readonly amount: Pence }, "forbidden">> {
  if (!(await may(ctx, actor, "disputes.read"))) return err("forbidden");
  const [disputes, sums] = await Promise.all([
    listDisputeRows(ctx.db, view, { limit: DISPUTES_PER_PAGE, offset: (page - 1) * DISPUTES_PER_PAGE }),
    sumDisputeRows(ctx.db, view),
  ]);
  return ok({ disputes, ...sums });
}

/** What the bank needs to decide. */
export type Evidence = {
  readonly dispute: ListedDispute;
  readonly order: OrderDetail;
  /** Without tags: they are private until the list of entries is public. */
  readonly tickets: readonly Omit<ReceiptTicket, "tag">[];
  /** The shop's statement; empty for none. */
  readonly note: string;
  readonly files: readonly FileContent[];
};

export async function readEvidence(db: Db, disputeId: string): Promise<Evidence | undefined> {
  const dispute = await findDisputeById(db, disputeId);
  const order = dispute && (await findOrderDetail(db, dispute.orderId));
  if (!order) return undefined;
  const [tickets, { note }, files] = await Promise.all([
    listReceiptTickets(db, order.id),
    findNote(db, disputeId),
    listFileContents(db, disputeId),
  ]);
  const untagged = tickets.map(({ number, isVoid, isSuspended }) => ({ number, isVoid, isSuspended }));
  return { dispute, order, tickets: untagged, note, files };
}

type Exporting = Pick<Ctx, "db" | "log" | "now">;

/** The evidence of a dispute, and the document that was sent, if any. Each export is in the audit log. */
export async function exportEvidence(
  ctx: Exporting,
  actor: Actor,
  disputeId: string | undefined,
): Promise<Result<Evidence & { readonly sentDocument: Uint8Array | undefined }, ReauthRefusal | "not_found">> {
  const reauth = await requireReauth(ctx, actor, "disputes.export");
  if (!reauth.ok) return reauth;
  const evidence = isUuid(disputeId) ? await readEvidence(ctx.db, disputeId) : undefined;
  if (!evidence) return err("not_found");
  const { dispute } = evidence;
  await recordExport(ctx, actor, dispute);
  const sentDocument = await findSentDocument(ctx.db, { disputeId: dispute.id, stage: stageOf(dispute.standing) });
  return ok({ ...evidence, sentDocument });
}

/** A file that staff added. Each export is in the audit log. */
export async function exportEvidenceFile(
  ctx: Exporting,
  actor: Actor,
  { disputeId, fileId }: { readonly disputeId: string; readonly fileId: string },
): Promise<Result<FileContent, ReauthRefusal | "not_found">> {
  const reauth = await requireReauth(ctx, actor, "disputes.export");
  if (!reauth.ok) return reauth;
  const dispute = isUuid(disputeId) ? await findDisputeById(ctx.db, disputeId) : undefined;
  const file = dispute && (await listFileContents(ctx.db, dispute.id)).find(({ id }) => id === fileId);
  if (!file) return err("not_found");
  await recordExport(ctx, actor, dispute, { file: fileId });
  return ok(file);
}

async function recordExport(
  ctx: Exporting,
  actor: Actor,
  { orderId, providerId }: ListedDispute,
  after: Readonly<Record<string, string>> = {},
): Promise<void> {
  await recordChange(ctx.db, {
    ...{ actor, action: "dispute.export", subjectType: "order", subjectId: orderId },
    after: { dispute: providerId, ...after },
    at: ctx.now(),
  });
}

export type DisputeDetail = {
  readonly dispute: ListedDispute;
  readonly note: DisputeNote;
  readonly files: readonly AddedFile[];
  readonly submission: Submission | undefined;
  /** The provider takes evidence by its API. */
  readonly canSend: boolean;
};

const NO_NOTE: DisputeNote = { note: "", version: "" };

/** One dispute by the shop's id; with what staff added to its evidence for those who may export it. */
export async function showDispute(
  ctx: Pick<Ctx, "db" | "log" | "payments">,
  actor: Actor,
  id: string | undefined,
): Promise<Result<DisputeDetail, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "disputes.read"))) return err("forbidden");
  const dispute = isUuid(id) ? await findDisputeById(ctx.db, id) : undefined;
  if (!dispute) return err("not_found");
  const [note, files, submission] = await Promise.all([
    findNote(ctx.db, dispute.id),
    listFiles(ctx.db, dispute.id),
    findSubmission(ctx.db, dispute.id, stageOf(dispute.standing)),
  ]);
  const canSend = ctx.payments.all.find(({ name }) => name === dispute.provider)?.evidence !== undefined;
  if (!(await may(ctx, actor, "disputes.export")))
    return ok({ dispute, note: NO_NOTE, files: [], submission: undefined, canSend });
  return ok({ dispute, note, files, submission, canSend });
}
