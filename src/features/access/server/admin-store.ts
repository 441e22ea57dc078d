/** The SQL of staff accounts, and of the audit log of their actions. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Role } from "../rules/rights.ts";

/** The staff role of an account. `withSecondFactor`: only if the account has an app or a passkey. */
export async function findAdminRole(db: Db | Tx, userId: string, withSecondFactor = false): Promise<Role | undefined> {
  const row = await db
    .selectFrom("admin_user as a")
    .innerJoin("users as u", "u.id", "a.id")
    .select("a.role")
    .where("a.id", "=", userId)
    .$if(withSecondFactor, (query) =>
      query.where((eb) =>
        eb.or([
          eb("u.two_factor_enabled", "=", true),
          eb.exists(eb.selectFrom("passkeys as p").select("p.id").whereRef("p.user_id", "=", "u.id")),
        ]),
      ),
    )
    .executeTakeFirst();
  return row?.role;
}

export type AuditRow = {
  readonly actorId: string | undefined;
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | undefined;
  readonly at: Date | undefined;
};

/** Appends a row to the audit log. Without `at`, the database's clock counts. */
export async function insertAuditRow(db: Db | Tx, row: AuditRow): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      actor_id: row.actorId ?? null,
      actor: row.actor,
      action: row.action,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      before: row.before === undefined ? null : JSON.stringify(row.before),
      after: row.after === undefined ? null : JSON.stringify(row.after),
      reason: row.reason ?? null,
      ...(row.at && { at: row.at }),
    })
    .execute();
}

/**
 * Pence that an administrator has refunded without approval, from the audit log. Takes that administrator's
 * lock for refunds until the transaction ends: two refunds at once cannot both stay below the limit.
 */
export async function sumRefundsWithoutApproval(tx: Tx, actorId: string, since: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`refunds of ${actorId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum((after->>'amount_pence')::bigint), 0) AS sum FROM audit_log
    WHERE actor_id = ${actorId} AND action = 'order.refund' AND at > ${since} AND NOT after ? 'proposal_id'`.execute(tx);
  return Number(rows[0]?.sum ?? 0);
}

/**
 * Entries that an administrator has removed from draws without approval or refund. Locks like
 * `sumRefundsWithoutApproval`.
 */
export async function countRemovalsWithoutApproval(tx: Tx, actorId: string, since: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`taken out by ${actorId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ entries: string }>`
    SELECT count(*) AS entries FROM audit_log WHERE actor_id = ${actorId} AND at > ${since}
      AND (action = 'order.void' OR (action = 'order.refund' AND after->>'amount_pence' = '0' AND NOT after ? 'proposal_id'))`.execute(
    tx,
  );
  return Number(rows[0]?.entries ?? 0);
}

/**
 * People other than `besides` whom an administrator has excluded or deleted without approval. Locks like
 * `sumRefundsWithoutApproval`.
 */
export async function countExclusionsWithoutApproval(
  tx: Tx,
  { actorId, besides, since }: { readonly actorId: string; readonly besides: string; readonly since: Date },
): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`kept out by ${actorId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ people: string }>`
    SELECT count(DISTINCT subject_id) AS people FROM audit_log WHERE actor_id = ${actorId} AND at > ${since}
      AND subject_id <> ${besides} AND action IN ('user.rest', 'user.delete') AND NOT coalesce(after ? 'proposal_id', false)`.execute(
    tx,
  );
  return Number(rows[0]?.people ?? 0);
}

/** `who`: the account, by address or id. `after`: details of the event, or undefined. */
type StaffEvent = {
  readonly who: { readonly email: string } | { readonly userId: string };
  readonly action: string;
  readonly after: unknown;
  readonly at: Date;
};

/** Logs an event of an account's own sign-in or security. Does nothing unless the account is staff. */
export async function insertStaffEvent(db: Db, { who, action, after, at }: StaffEvent): Promise<void> {
  const isAccount = "email" in who ? sql`u.email = ${who.email}` : sql`u.id = ${who.userId}`;
  await sql`
    INSERT INTO audit_log (actor_id, actor, action, subject_type, subject_id, after, at)
    SELECT u.id, 'account owner', ${action}, 'user', u.id::text, ${after === undefined ? null : JSON.stringify(after)}::jsonb, ${at}::timestamptz
    FROM users u JOIN admin_user a ON a.id = u.id WHERE ${isAccount}`.execute(db);
}

/** The account with this address (lower case). */
export async function findAccountId(tx: Tx, email: string): Promise<string | undefined> {
  return (await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst())?.id;
}

/** Since when the account has its present role; undefined if it has none. */
export async function findRoleSince(db: Db | Tx, userId: string): Promise<Date | undefined> {
  const row = await db.selectFrom("admin_user").select("role_since").where("id", "=", userId).executeTakeFirst();
  return row?.role_since ?? undefined;
}

/** Whether `giverId` gave `userId` a role after `since`, by appointment, invitation or a change of role. */
export async function hasGivenRole(db: Db | Tx, giverId: string, userId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject_type", "=", "user")
    .where("subject_id", "=", userId)
    .where("action", "in", ["admin.accept", "admin.add", "admin.role"])
    .where("at", ">", since)
    .where(sql<string>`coalesce(after->>'invited_by', actor_id::text)`, "=", giverId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if already an administrator. People with a passkey must sign in with it to gain rights. */
export async function insertAdminRow(tx: Tx, userId: string, role: Role, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto("admin_user")
    .values({ id: userId, role, created_at: at, role_since: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where((eb) =>
      eb.exists(eb.selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.user_id", "=", "sessions.user_id")),
    )
    .execute();
  return row !== undefined;
}

/** Locks all administrators in a fixed order until the transaction ends. */
export async function lockAdminRows(tx: Tx): Promise<{ readonly id: string; readonly role: Role }[]> {
  return tx.selectFrom("admin_user").select(["id", "role"]).orderBy("id").forUpdate().execute();
}

export async function setAdminRole(tx: Tx, userId: string, role: Role, at: Date): Promise<void> {
  await tx.updateTable("admin_user").set({ role, role_since: at }).where("id", "=", userId).execute();
}

export async function deleteAdminRow(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("admin_user").where("id", "=", userId).execute();
}

/** `since`: when the account became staff. */
export type AdminRow = { readonly email: string; readonly role: Role; readonly since: Date };

/** All staff accounts, by address. */
export async function listAdminRows(db: Db): Promise<AdminRow[]> {
  const rows = await db
    .selectFrom("admin_user")
    .innerJoin("users", "users.id", "admin_user.id")
    .select(["email", "admin_user.role", "admin_user.created_at"])
    .orderBy("email")
    .execute();
  return rows.flatMap((row) => (row.email === null ? [] : [{ email: row.email, role: row.role, since: row.created_at }]));
}
