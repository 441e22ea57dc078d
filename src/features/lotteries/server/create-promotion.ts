/** A new promotion code, in the transaction of whatever offers it. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { CODE_BYTES, codeOf, type Promotion } from "../rules/promotion.ts";
import { insertPromotion } from "./promotion-store.ts";

/** @param offer `percentOff` is 1 to 100; the code counts before `expiresAt` */
export async function createPromotion(
  ctx: Pick<Ctx, "now" | "random">,
  tx: Tx,
  offer: Pick<Promotion, "percentOff" | "expiresAt">,
): Promise<Promotion> {
  const code = codeOf(ctx.random(CODE_BYTES));
  const row = await insertPromotion(tx, { ...offer, code, now: ctx.now() });
  // One code in a million million: whoever offers it may try again.
  if (!row) throw new Error("a new promotion code is taken already");
  return { ...offer, id: row.id, code };
}
