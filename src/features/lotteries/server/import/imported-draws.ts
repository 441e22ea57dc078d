/** Lists and removes another platform's draws, to which no other data refers: docs/decisions/0063. */
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { ShownImportedDraw } from "../../rules/import/imported-view.ts";
import { countDraws, listDrawRows, listDrawsOf, listManagedRows, listTicketsOf, type ManagedRow } from "./imported-list-store.ts";
import { deletePastDraw, forgetTicketsOf, lockImports } from "./imported-store.ts";

export type { ManagedRow };
export const IMPORTED_PER_PAGE = 12;

const pageOf = (page: number) => ({ limit: IMPORTED_PER_PAGE, offset: (page - 1) * IMPORTED_PER_PAGE });

/** A page of imported draws, latest draw first. */
export async function listImportedDraws(
  { db }: Pick<Ctx, "db">,
  page: number,
): Promise<{ readonly draws: readonly ShownImportedDraw[]; readonly total: number }> {
  const [draws, total] = await Promise.all([listDrawRows(db, pageOf(page)), countDraws(db)]);
  return { draws, total };
}

/** The imported draws in which a player has tickets, with their numbers. */
export async function listImportedOf(
  { db }: Pick<Ctx, "db">,
  userId: string,
): Promise<(ShownImportedDraw & { readonly numbers: readonly number[] })[]> {
  return listDrawsOf(db, userId);
}

/** A player's imported tickets, ready for JSON. */
export async function exportPastTickets({ db }: Pick<Ctx, "db">, userId: string) {
  return listTicketsOf(db, userId);
}

/** The page for staff; requires the right `winners.read`. */
export async function listManagedImported(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  page: number,
): Promise<Result<{ readonly draws: readonly ManagedRow[]; readonly total: number }, "forbidden">> {
  if (!(await may(ctx, actor, "winners.read"))) return err("forbidden");
  const [draws, total] = await Promise.all([listManagedRows(ctx.db, pageOf(page)), countDraws(ctx.db)]);
  return ok({ draws, total });
}

/** Deletes an imported draw with its tickets; requires the right `winners.write`. */
export async function removeImportedDraw(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  id: string,
): Promise<Result<undefined, ReauthRefusal | "not_found">> {
  const reauth = await requireReauth(ctx, actor, "winners.write");
  if (!reauth.ok) return reauth;
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockImports(tx);
    const before = await deletePastDraw(tx, id);
    if (!before) return err("not_found");
    const subject = { subjectType: "past_draw", subjectId: id };
    await recordChange(tx, { actor, action: "past_draw.remove", ...subject, before, at: ctx.now() });
    return ok();
  });
}

/** Removes the owners of tickets and the names of winners. The caller has locked the accounts. */
export async function forgetPastTickets(tx: Tx, userIds: readonly string[]): Promise<void> {
  await forgetTicketsOf(tx, userIds);
}
