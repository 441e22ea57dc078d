import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../rules/audit-actions.ts";
import { isFreshProof } from "../rules/proof-asked.ts";
import { hasRight, type Right, type Role } from "../rules/rights.ts";
import { countTakenOutAlone, findAdminRole, insertAuditRow, sumRefundedAlone } from "./admin-store.ts";

/** Who acts: a signed-in person, the command line or a job. `provedAt`: when they last gave their password. */
export type Actor =
  | { readonly kind: "admin"; readonly id: string; readonly provedAt?: Date | undefined }
  | { readonly kind: "command" }
  | { readonly kind: "clock" };

export function actorOf({ id, provedAt }: { readonly id: string; readonly provedAt: Date | undefined }): Actor {
  return { kind: "admin", id, provedAt };
}

export function adminIdOf(actor: Actor): string | undefined {
  return actor.kind === "admin" ? actor.id : undefined;
}

/** Besides those: whoever opens an account, and acts on it alone; and a program, called by the front of its key. */
type Recorded = Actor | { readonly kind: "owner"; readonly id: string } | { readonly kind: "api_client"; readonly key: string };

/** Commands beside the shop have no settings for staff, and are none. */
type Looking = Pick<Ctx, "log"> & { readonly db: Db | Tx; readonly env?: Pick<Ctx["env"], "staffNeedSecondFactor"> };

/** Whether the actor has a right, looked up each time. Command line and jobs have all. Throws if the look-up fails. */
export async function may(ctx: Looking, actor: Actor, right: Right): Promise<boolean> {
  return actor.kind === "admin" ? hasRight(await findRole(ctx, actor.id), right) : true;
}

/** `proof_needed`: the password has to be given once more before this. */
export type ProvenRefusal = "forbidden" | "proof_needed";

/**
 * The same for what somebody who merely holds an administrator's session must never do: refunds, calling draws off, exports of people,
 * erasing people, mass mail. It asks that the password was given within the last ten minutes.
 */
export async function requireProven(
  ctx: Looking & Pick<Ctx, "now">,
  actor: Actor,
  right: Right,
): Promise<Result<undefined, ProvenRefusal>> {
  if (!(await may(ctx, actor, right))) return err("forbidden");
  return hasFreshProof(ctx, actor) ? ok() : err("proof_needed");
}

/** Whether whoever acts has just shown who they are. Nobody can steal the session of a command line or a clock. */
export function hasFreshProof({ now }: Pick<Ctx, "now">, actor: Actor): boolean {
  return actor.kind !== "admin" || isFreshProof(actor.provedAt, now());
}

/** The role of a member of the staff who has the second factor that the shop may want; undefined for everybody else. Throws if the look-up fails. */
export async function findRole(ctx: Looking, userId: string): Promise<Role | undefined> {
  return isUuid(userId) ? findAdminRole(ctx.db, userId, ctx.env?.staffNeedSecondFactor) : undefined;
}

/** Names of people are not kept in the log, which outlives them; the id says who it was for as long as there is an account. */
const SPOKEN = { admin: "administrator", owner: "account owner", command: "command line", clock: "scheduled job" } as const;

/** What was done to what; `before` and `after` hold only the changed columns, nothing personal. */
export type Change = {
  readonly actor: Recorded;
  readonly action: AuditAction;
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
  if (lacksProof(change)) throw new Error(`${change.action} was recorded without a fresh proof`);
  await insertAuditRow(db, {
    actorId: "id" in actor ? actor.id : undefined,
    actor: actor.kind === "api_client" ? `API key ${actor.key}` : SPOKEN[actor.kind],
    action: change.action,
    subjectType: change.subjectType,
    subjectId: change.subjectId,
    before: change.before,
    after: change.after,
    reason: change.reason,
    at: change.at,
  });
}

/** What somebody gave back to buyers since a moment without a second person, in pence. It stays so until the transaction ends. */
export async function sumOwnRefunds(tx: Tx, actorId: string, since: Date): Promise<number> {
  return sumRefundedAlone(tx, actorId, since);
}

/** How many entries somebody took out without a second person since a moment, with nothing to pay back. It stays so until the transaction ends. */
export async function countOwnTakenOut(tx: Tx, actorId: string, since: Date): Promise<number> {
  return countTakenOutAlone(tx, actorId, since);
}

/** So long may a request take that was let in at the last moment. */
const REQUEST_MS = 60_000;

/** A use-case that forgot to ask: it is stopped here, with its transaction. */
function lacksProof({ actor, action, at }: Change): boolean {
  if (AUDIT_ACTIONS[action] !== "proof" || actor.kind !== "admin") return false;
  const asked = new Date((at ?? new Date()).getTime() - REQUEST_MS);
  return !isFreshProof(actor.provedAt, asked);
}
