/** Who changes something in the shop, whether they may, and the log of what they did. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { hasAdminRow, insertAuditRow } from "./admin-store.ts";

/** Somebody who is signed in (whether as an administrator is looked up), the shop's own command line, or a job at its time. */
export type Actor = { readonly kind: "admin"; readonly id: string } | { readonly kind: "command" } | { readonly kind: "clock" };

type Looking = Pick<Ctx, "db" | "log">;

/** Whether the actor may do what only administrators do. Looked up each time, so that a lost right is gone at once. */
export async function mayAdminister(ctx: Looking, actor: Actor): Promise<boolean> {
  return actor.kind === "admin" ? isAdmin(ctx, actor.id) : true;
}

/** Whether somebody is an administrator. A look-up that fails is logged and means no. */
export async function isAdmin(ctx: Looking, userId: string): Promise<boolean> {
  if (!isUuid(userId)) return false;
  try {
    return await hasAdminRow(ctx.db, userId);
  } catch (error) {
    ctx.log.error({ err: error }, "looking up an administrator failed");
    return false;
  }
}

/** Names of people are not kept in the log, which outlives them; the id says who it was for as long as there is an account. */
const SPOKEN = { admin: "administrator", command: "command line", clock: "scheduled job" } as const;

/**
 * What was done to what. `action` is "<subject>.<verb>" ("lottery.cancel"); `before` and `after` hold only what changed, in the
 * names of the columns, without e-mail addresses or anything else that is personal.
 */
export type Change = {
  readonly actor: Actor;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  readonly reason?: string | undefined;
  /** The database's clock where it is not given. */
  readonly at?: Date | undefined;
};

/** Writes a change to the log, which only grows. Call it in the transaction that makes the change. */
export async function recordChange(db: Db | Tx, change: Change): Promise<void> {
  const { actor } = change;
  await insertAuditRow(db, {
    actorId: actor.kind === "admin" ? actor.id : undefined,
    actor: SPOKEN[actor.kind],
    action: change.action,
    subjectType: change.subjectType,
    subjectId: change.subjectId,
    before: change.before,
    after: change.after,
    reason: change.reason,
    at: change.at,
  });
}
