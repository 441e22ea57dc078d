/** The tickets and the state of a purchase, for its buyer only. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Ticket } from "../../rules/ticket-json.ts";
import { findPurchaseRow, listTicketRows, type PurchaseRow } from "../checkout/purchase-store.ts";

export type { Ticket };

/** Whether a text from the address bar can be a session's id; PostgreSQL does not accept every string. */
function isSessionId(text: string): boolean {
  return /^\w{1,255}$/.test(text);
}

/**
 * A person's tickets, newest first; with `transactionId`, those of one payment, none if it is another
 * person's.
 */
export async function listTickets(ctx: Pick<Ctx, "db">, userId: string, transactionId?: string): Promise<Ticket[]> {
  if (transactionId === undefined) return listTicketRows(ctx.db, userId, {});
  return isSessionId(transactionId) ? listTicketRows(ctx.db, userId, { sessionId: transactionId }) : [];
}

/** An order with its tickets. */
export type Purchase = PurchaseRow & { readonly tickets: readonly Ticket[] };

/** Finds the buyer's purchase by its payment session, or by its id if no payment was needed. */
export async function findPurchase(
  ctx: Pick<Ctx, "db">,
  userId: string,
  key: { readonly sessionId?: string; readonly orderId?: string },
): Promise<Purchase | undefined> {
  if (key.sessionId === undefined ? !isUuid(key.orderId) : !isSessionId(key.sessionId)) return undefined;
  const purchase = await findPurchaseRow(ctx.db, userId, key);
  return purchase && { ...purchase, tickets: await listTicketRows(ctx.db, userId, { orderId: purchase.orderId }) };
}
