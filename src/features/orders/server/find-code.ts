/** What a promotion code is worth to one buyer. */

import { findPersonKeys } from "#features/accounts/server/person-keys.ts";
import type { Promotion } from "#features/lotteries/rules/promotion.ts";
import { findPromotion } from "#features/lotteries/server/find-promotion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, type Result } from "#shared/result.ts";
import { findOrderWithCode } from "./promotion-store.ts";

/**
 * A code counts once for each person, however they write their address. On a payment page that is still open it is not spent: who comes back from there takes it along.
 *
 * @param typed as it was typed
 */
export async function findCodeFor(
  ctx: Pick<Ctx, "db" | "now" | "lastingSecret">,
  buyerId: string,
  typed: string,
): Promise<Result<Promotion, "code_unknown" | "code_expired" | "code_used">> {
  const promotion = await findPromotion(ctx, typed);
  if (!promotion.ok) return promotion;
  const order = await findOrderWithCode(ctx.db, buyerId, promotion.value.id, await findPersonKeys(ctx, buyerId));
  return order && order.state !== "awaiting_payment" ? err("code_used") : promotion;
}
