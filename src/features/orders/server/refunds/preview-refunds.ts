/** What a cancellation or an erasure would refund. */
import { type Actor, may } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { sumRefundable } from "./refund-reading-store.ts";

/** The orders of a person or of a draw, and their money in pence. Requires the right `orders.read`. */
export async function previewRefunds(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  subject: { readonly userId?: string | undefined; readonly lotteryId?: string | undefined },
): Promise<Result<{ readonly orders: number; readonly amount: Pence }, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "orders.read"))) return err("forbidden");
  const id = subject.userId ?? subject.lotteryId;
  if (!isUuid(id)) return err("not_found");
  return ok(await sumRefundable(ctx.db, subject.userId === undefined ? "lottery_id" : "user_id", id));
}
