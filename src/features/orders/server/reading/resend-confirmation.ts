/** Staff send the mail with the ticket numbers again, with current content and to the current address. */
import { randomUUID } from "node:crypto";
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { type Err, err, type Ok, ok } from "#shared/result.ts";
import { findOrderDetail } from "./order-detail-store.ts";

/** `no_tickets`: nothing to confirm; `no_address`: the buyer has no address any more. */
export type ResendError = "forbidden" | "not_found" | "no_tickets" | "no_address";
/** Why it is not sent; `too_many`: it was sent a moment ago. */
export type ResendRefusal =
  | Err<ResendError>
  | { readonly ok: false; readonly error: "too_many"; readonly retryAfterSeconds: number };

/** Requires the right `orders.resend`, and is recorded in the audit log. */
export async function resendConfirmation(ctx: Ctx, actor: Actor, orderId: string): Promise<Ok<undefined> | ResendRefusal> {
  if (!(await may(ctx, actor, "orders.resend"))) return err("forbidden");
  const order = isUuid(orderId) ? await findOrderDetail(ctx.db, orderId) : undefined;
  if (!order) return err("not_found");
  if (order.state !== "paid" && order.state !== "free") return err("no_tickets");
  if (!(await listContacts(ctx, [order.userId])).has(order.userId)) return err("no_address");
  const retryAfterSeconds = await consumeRateLimit(ctx, "resendByOrder", orderId);
  if (retryAfterSeconds > 0) return { ok: false, error: "too_many", retryAfterSeconds };
  const message = order.kind === "free" ? "free-entry-confirmation" : "order-confirmation";
  await ctx.db.transaction().execute(async (tx) => {
    await ctx.jobs.send(tx, "mail", { message, orderId, again: randomUUID() });
    await recordChange(tx, {
      actor,
      action: "order.resend",
      subjectType: "order",
      subjectId: orderId,
      after: { mail: message },
      at: ctx.now(),
    });
  });
  return ok();
}
