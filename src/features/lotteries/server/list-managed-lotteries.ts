/** Draws for staff and for API clients, drafts included. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { type Answer, answerList } from "#features/integrations/server/answer-api-client.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { DRAWS_CALL } from "../rules/draws-call.ts";
import {
  countLotteryRows,
  findDrawRows,
  findManagedRow,
  type FoundDraw,
  listDrawsAfter,
  listManagedRows,
  type ManagedLottery,
} from "./managed-store.ts";

export type { ManagedLottery };

export const LOTTERIES_PER_PAGE = 12;

/** A page of draws, newest first; requires the right `lotteries.read`. */
export async function listManagedLotteries(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { page, isArchived = false }: { page: number; isArchived?: boolean },
): Promise<Result<{ lotteries: ManagedLottery[]; total: number }, "forbidden">> {
  if (!(await may(ctx, actor, "lotteries.read"))) return err("forbidden");
  const [lotteries, total] = await Promise.all([
    listManagedRows(ctx.db, { isArchived, limit: LOTTERIES_PER_PAGE, offset: (page - 1) * LOTTERIES_PER_PAGE }),
    countLotteryRows(ctx.db, { isArchived }),
  ]);
  return ok({ lotteries, total });
}

export async function findDraws(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  wanted: { readonly q: string; readonly limit: number },
): Promise<Result<readonly FoundDraw[], "forbidden">> {
  if (!(await may(ctx, actor, "lotteries.read"))) return err("forbidden");
  return ok(await findDrawRows(ctx.db, wanted));
}

/** A draw with the correct answer to its question, which must never reach a page of the shop. */
export async function findManagedLottery(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  id: string,
): Promise<Result<ManagedLottery, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "lotteries.read"))) return err("forbidden");
  const lottery = isUuid(id) ? await findManagedRow(ctx.db, id) : undefined;
  return lottery ? ok(lottery) : err("not_found");
}

/** GET /api/draws, for API clients with a key. */
export function answerDrawsCall(ctx: Ctx, request: Request): Promise<Answer> {
  return answerList(ctx, request, DRAWS_CALL, ({ query, after, limit }) =>
    listDrawsAfter(ctx.db, { status: query.status, after, limit }),
  );
}
