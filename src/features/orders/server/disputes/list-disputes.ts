/** Disputes for administrators, and the export of the evidence for the bank. */
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { listReceiptTickets, type ReceiptTicket } from "../reading/history-store.ts";
import { findOrderDetail, type OrderDetail } from "../reading/order-detail-store.ts";
import {
  countDisputeRows,
  type DisputeView,
  findDisputeById,
  type ListedDispute,
  listDisputeRows,
} from "./dispute-reading-store.ts";

export const DISPUTES_PER_PAGE = 25;

/** A page (from 1) of disputes; `found`: how many the view has. */
export async function listDisputes(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { view, page }: { readonly view: DisputeView; readonly page: number },
): Promise<Result<{ readonly disputes: readonly ListedDispute[]; readonly found: number }, "forbidden">> {
  if (!(await may(ctx, actor, "disputes.read"))) return err("forbidden");
  const [disputes, found] = await Promise.all([
    listDisputeRows(ctx.db, view, { limit: DISPUTES_PER_PAGE, offset: (page - 1) * DISPUTES_PER_PAGE }),
    countDisputeRows(ctx.db, view),
  ]);
  return ok({ disputes, found });
}

/** One dispute by the shop's id. */
export async function showDispute(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  id: string | undefined,
): Promise<Result<ListedDispute, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "disputes.read"))) return err("forbidden");
  const dispute = isUuid(id) ? await findDisputeById(ctx.db, id) : undefined;
  return dispute ? ok(dispute) : err("not_found");
}

/** What the bank needs to decide. */
export type Evidence = {
  readonly dispute: ListedDispute;
  readonly order: OrderDetail;
  /** `tag` is empty before the list of entries is public: until then only the owner may see it. */
  readonly tickets: readonly ReceiptTicket[];
};

/** The evidence of a dispute. Each export is in the audit log. */
export async function exportEvidence(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  disputeId: string | undefined,
): Promise<Result<Evidence, ReauthRefusal | "not_found">> {
  const reauth = await requireReauth(ctx, actor, "disputes.export");
  if (!reauth.ok) return reauth;
  const dispute = isUuid(disputeId) ? await findDisputeById(ctx.db, disputeId) : undefined;
  const order = dispute && (await findOrderDetail(ctx.db, dispute.orderId));
  if (!order) return err("not_found");
  const tickets = await listReceiptTickets(ctx.db, order.id);
  const after = { dispute: dispute.providerId };
  await recordChange(ctx.db, {
    actor,
    action: "dispute.export",
    subjectType: "order",
    subjectId: order.id,
    after,
    at: ctx.now(),
  });
  return ok({ dispute, order, tickets: order.isPublic ? tickets : tickets.map((ticket) => ({ ...ticket, tag: "" })) });
}
