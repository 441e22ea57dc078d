/** Promotion codes: finding, checking and creating them. */
import { findPersonFingerprint } from "#features/accounts/server/person/person-fingerprint.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type CheckedCode, CODE_BYTES, type CodeProblem, codeOf, type Promotion, readCode } from "../rules/purchase/promotion.ts";
import {
  type CodeOwner,
  findOrderWithCode,
  findPromotionRow,
  hasChargedBackOrder,
  insertPromotion,
  type OrderWithCode,
} from "./promotion-store.ts";

/** The promotion of a typed code, without a check that the user may use it. */
export async function findPromotion(
  ctx: Pick<Ctx, "db" | "now">,
  typed: string,
): Promise<Result<Promotion, "code_unknown" | "code_expired">> {
  const code = readCode(typed);
  const promotion = code === undefined ? undefined : await findPromotionRow(ctx.db, code);
  if (!promotion) return err("code_unknown");
  return promotion.expiresAt > ctx.now() ? ok(promotion) : err("code_expired");
}

type CodeCtx = Pick<Ctx, "db" | "now" | "lastingSecret">;

/** Whether a bank has reversed this person's payment with the code, which stays used. */
export async function isCodeChargedBack(ctx: Pick<Ctx, "db">, owner: CodeOwner): Promise<boolean> {
  return hasChargedBackOrder(ctx.db, owner);
}

/**
 * The promotion of a typed code for this buyer. A code is valid once per person, whatever the spelling of
 * the email address. An open payment page does not use it up; a payment that a bank reversed does.
 */
export async function findCodeFor(ctx: CodeCtx, buyerId: string, typed: string): Promise<Result<Promotion, CodeProblem>> {
  const promotion = await findPromotion(ctx, typed);
  if (!promotion.ok) return promotion;
  const owner = { userId: buyerId, promotionId: promotion.value.id, keys: await findPersonFingerprint(ctx, buyerId) };
  const order = await findOrderWithCode(ctx.db, owner);
  if (order && order.state !== "awaiting_payment") return err("code_used");
  return (await isCodeChargedBack(ctx, owner)) ? err("code_used") : promotion;
}

/** The order with which this buyer uses the promotion. */
export async function findCodeOrder(
  ctx: Pick<Ctx, "db" | "lastingSecret">,
  buyerId: string,
  promotionId: string,
): Promise<OrderWithCode | undefined> {
  return findOrderWithCode(ctx.db, { userId: buyerId, promotionId, keys: await findPersonFingerprint(ctx, buyerId) });
}

/** The code in a page's address; for signed-in visitors, with whether they have used it. */
export async function findCodeInAddress(
  ctx: CodeCtx,
  typed: string | null,
  visitorId: string | undefined,
): Promise<CheckedCode | undefined> {
  const code = readCode(typed);
  if (code === undefined) return undefined;
  const found = await (visitorId === undefined ? findPromotion(ctx, code) : findCodeFor(ctx, visitorId, code));
  return found.ok ? { code: found.value.code, percentOff: found.value.percentOff } : { typed: code, problem: found.error };
}

/** Creates a promotion with a new random code. @throws if the code exists already */
export async function createPromotion(
  ctx: Pick<Ctx, "now" | "random">,
  tx: Tx,
  offer: Pick<Promotion, "percentOff" | "expiresAt">,
): Promise<Promotion> {
  const code = codeOf(ctx.random(CODE_BYTES));
  const row = await insertPromotion(tx, { ...offer, code, now: ctx.now() });
  // A collision has a probability of one in a million million; the caller may try again.
  if (!row) throw new Error("a new promotion code exists already");
  return { ...offer, id: row.id, code };
}
