import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../rules/audit-actions.ts";
import { isFreshReauth } from "../rules/reauth.ts";
import { hasRight, type Right, type Role } from "../rules/rights.ts";
import { findAdminRole, insertAuditRow } from "./admin-store.ts";

/**
 * A signed-in person, the command line, or a scheduled job (`clock`).
 * `reauthAt`: when the person last gave their password.
 */
export type Actor =
  | { readonly kind: "admin"; readonly id: string; readonly reauthAt?: Date | undefined }
  | { readonly kind: "command" }
  | { readonly kind: "clock" };

/** The actor for a signed-in member of the staff. */
export function actorOf({ id, reauthAt }: { readonly id: string; readonly reauthAt: Date | undefined }): Actor {
  return { kind: "admin", id, reauthAt };
}

/** The account's id of an administrator; undefined for the command line and jobs. */
export function adminIdOf(actor: Actor): string | undefined {
  return actor.kind === "admin" ? actor.id : undefined;
}

/**
 * An actor as the audit log names it. `account_owner`: a person on their own account. `key`: the start of the
 * client's API key.
 */
type LoggedActor =
  | Actor
  | { readonly kind: "account_owner"; readonly id: string }
  | { readonly kind: "api_client"; readonly key: string };

/** Commands outside the shop have no `env`. */
type RoleContext = Pick<Ctx, "log"> & { readonly db: Db | Tx; readonly env?: Pick<Ctx["env"], "staffNeedSecondFactor"> };

/** Reads the role each time. The command line and jobs have all rights. Throws if the query fails. */
export async function may(ctx: RoleContext, actor: Actor, right: Right): Promise<boolean> {
  return actor.kind === "admin" ? hasRight(await findRole(ctx, actor.id), right) : true;
}

/** `reauth_needed`: the action requires re-authentication. */
export type ReauthRefusal = "forbidden" | "reauth_needed";

/** Like `may`, and requires a fresh re-authentication: a stolen session must not refund, export or erase. */
export async function requireReauth(
  ctx: RoleContext & Pick<Ctx, "now">,
  actor: Actor,
  right: Right,
): Promise<Result<undefined, ReauthRefusal>> {
  if (!(await may(ctx, actor, right))) return err("forbidden");
  return hasFreshReauth(ctx, actor) ? ok() : err("reauth_needed");
}

/** True for the command line and jobs: their sessions cannot be stolen. */
export function hasFreshReauth({ now }: Pick<Ctx, "now">, actor: Actor): boolean {
  return actor.kind !== "admin" || isFreshReauth(actor.reauthAt, now());
}

/** The staff role; undefined without a required second factor. Throws if the query fails. */
export async function findRole(ctx: RoleContext, userId: string): Promise<Role | undefined> {
  return isUuid(userId) ? findAdminRole(ctx.db, userId, ctx.env?.staffNeedSecondFactor) : undefined;
}

/** What the log stores for each kind of actor: no names, since it outlives accounts. */
const LOGGED_ACTORS = {
  admin: "administrator",
  account_owner: "account owner",
  command: "command line",
  clock: "scheduled job",
} as const;

/** `before` and `after` hold only changed columns, and no personal data. */
export type Change = {
  readonly actor: LoggedActor;
  readonly action: AuditAction;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  readonly reason?: string | undefined;
  /** Default: the database's clock. */
  readonly at?: Date | undefined;
};

/** Appends a change to the audit log. Call it in the transaction that makes the change. */
export async function recordChange(db: Db | Tx, change: Change): Promise<void> {
  const { actor } = change;
  if (lacksReauth(change)) throw new Error(`${change.action} was recorded without a fresh re-authentication`);
  await insertAuditRow(db, {
    actorId: "id" in actor ? actor.id : undefined,
    actor: actor.kind === "api_client" ? `API key ${actor.key}` : LOGGED_ACTORS[actor.kind],
    action: change.action,
    subjectType: change.subjectType,
    subjectId: change.subjectId,
    before: change.before,
    after: change.after,
    reason: change.reason,
    at: change.at,
  });
}

/** Grace period for requests that passed the freshness check just before it expired. */
const REQUEST_MS = 60_000;

/** Catches use-cases that forgot to require re-authentication: the error rolls back their transaction. */
function lacksReauth({ actor, action, at }: Change): boolean {
  if (AUDIT_ACTIONS[action] !== "reauth" || actor.kind !== "admin") return false;
  const checkedAt = new Date((at ?? new Date()).getTime() - REQUEST_MS);
  return !isFreshReauth(actor.reauthAt, checkedAt);
}
