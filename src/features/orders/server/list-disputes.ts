/** Looking at disputes, for administrators. */
import { type Actor, may } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import {
  countDisputeRows,
  type DisputeView,
  findDisputeById,
  type ListedDispute,
  listDisputeRows,
} from "./dispute-reading-store.ts";

export const DISPUTES_PER_PAGE = 25;

/** Open ones by their deadline, then the newest. `page` is from 1. */
export async function listDisputes(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { view, page }: { readonly view: DisputeView; readonly page: number },
): Promise<Result<{ readonly disputes: readonly ListedDispute[]; readonly found: number }, "forbidden">> {
  if (!(await may(ctx, actor, "disputes.read"))) return err("forbidden");
  const [disputes, found] = await Promise.all([
    listDisputeRows(ctx.db, view, { limit: DISPUTES_PER_PAGE, offset: (page - 1) * DISPUTES_PER_PAGE }),
    countDisputeRows(ctx.db, view),
  ]);
  return ok({ disputes, found });
}

export async function showDispute(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  id: string | undefined,
): Promise<Result<ListedDispute, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "disputes.read"))) return err("forbidden");
  const dispute = isUuid(id) ? await findDisputeById(ctx.db, id) : undefined;
  return dispute ? ok(dispute) : err("not_found");
}
