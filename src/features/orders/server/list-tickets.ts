/** The tickets of a purchase, and how it stands, for the buyer alone. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Ticket } from "../rules/ticket-json.ts";
import { findPurchaseRow, listTicketRows, type PurchaseRow } from "./reading-store.ts";

export type { Ticket };

/** A person's tickets, newest first, or those of one payment; another person's payment has none. */
export async function listTickets(ctx: Pick<Ctx, "db">, userId: string, transactionId?: string): Promise<Ticket[]> {
  if (transactionId === undefined) return listTicketRows(ctx.db, userId, {});
  return isSessionId(transactionId) ? listTicketRows(ctx.db, userId, { sessionId: transactionId }) : [];
}

export type Purchase = PurchaseRow & { readonly tickets: readonly Ticket[] };

/** Finds the buyer's purchase by its payment session, or by its own id where no payment was needed. Undefined for anybody else's. */
export async function findPurchase(
  ctx: Pick<Ctx, "db">,
  userId: string,
  by: { readonly sessionId?: string; readonly orderId?: string },
): Promise<Purchase | undefined> {
  if (by.sessionId === undefined ? !isUuid(by.orderId) : !isSessionId(by.sessionId)) return undefined;
  const purchase = await findPurchaseRow(ctx.db, userId, by);
  return purchase && { ...purchase, tickets: await listTicketRows(ctx.db, userId, { orderId: purchase.orderId }) };
}

/** Whatever a visitor's address carries instead is nobody's payment; the database would not even take all of it. */
function isSessionId(text: string): boolean {
  return /^\w{1,255}$/.test(text);
}
