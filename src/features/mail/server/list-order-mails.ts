import { type Actor, may } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { listMailsAbout, type SentMail } from "./store.ts";

/** All mails about an order, oldest first, for staff. */
export async function listOrderMails(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { orderId, userId }: { readonly orderId: string; readonly userId: string },
): Promise<Result<readonly SentMail[], "forbidden">> {
  if (!(await may(ctx, actor, "orders.read"))) return err("forbidden");
  return ok(isUuid(orderId) && isUuid(userId) ? await listMailsAbout(ctx.db, userId, orderId) : []);
}

export type { SentMail };
