/** What the shop can show a bank about a disputed payment. It holds personal data: who takes it out is in the log. */
import { type Actor, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { findDisputeById, type ListedDispute } from "./dispute-reading-store.ts";
import { listReceiptTickets, type ReceiptTicket } from "./history-store.ts";
import { findOrderDetail, type OrderDetail } from "./order-detail-store.ts";

export type Evidence = {
  readonly dispute: ListedDispute;
  readonly order: OrderDetail;
  /** `tag` is empty before the list of entries is public: until then it is its owner's alone. */
  readonly tickets: readonly ReceiptTicket[];
};

/** `proof_needed` unless the password was given just now. */
export async function exportEvidence(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  disputeId: string | undefined,
): Promise<Result<Evidence, ProvenRefusal | "not_found">> {
  const proven = await requireProven(ctx, actor, "disputes.export");
  if (!proven.ok) return proven;
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
