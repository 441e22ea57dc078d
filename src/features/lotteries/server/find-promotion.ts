/** What a promotion code takes off, for anybody who has it. Whether somebody has used it already is known to the orders. */
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type AskedCode, type Promotion, readCode } from "../rules/promotion.ts";
import { findPromotionRow } from "./promotion-store.ts";

/** @param typed as it was typed, in any case and with blanks */
export async function findPromotion(
  ctx: Pick<Ctx, "db" | "now">,
  typed: string,
): Promise<Result<Promotion, "code_unknown" | "code_expired">> {
  const code = readCode(typed);
  const promotion = code === undefined ? undefined : await findPromotionRow(ctx.db, code);
  if (!promotion) return err("code_unknown");
  return promotion.expiresAt > ctx.now() ? ok(promotion) : err("code_expired");
}

/** What the page of a draw shows of a code in its address; undefined where there is none. */
export async function findAskedCode(ctx: Pick<Ctx, "db" | "now">, typed: string | null): Promise<AskedCode | undefined> {
  const code = readCode(typed);
  if (code === undefined) return undefined;
  const found = await findPromotion(ctx, code);
  return found.ok ? { code: found.value.code, percentOff: found.value.percentOff } : { typed: code, problem: found.error };
}
