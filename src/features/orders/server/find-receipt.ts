/** The receipt of an order, for its buyer alone. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { findReceiptRow, listReceiptTickets, type ReceiptRow, type ReceiptTicket } from "./history-store.ts";

export type Receipt = ReceiptRow & { readonly tickets: readonly ReceiptTicket[] };

/** Undefined for somebody else's order, an unknown one, and one that came to nothing (yet): all the same. */
export async function findReceipt(
  ctx: Pick<Ctx, "db">,
  userId: string,
  orderId: string | undefined,
): Promise<Receipt | undefined> {
  const receipt = isUuid(orderId) ? await findReceiptRow(ctx.db, userId, orderId) : undefined;
  return receipt && { ...receipt, tickets: await listReceiptTickets(ctx.db, receipt.id) };
}
