/** SQL of administrators and of the log of what they change. */
import type { Db, Tx } from "#platform/db.server.ts";

/** True if there is a row for this person: that is all that makes an administrator. */
export async function hasAdminRow(db: Db | Tx, userId: string): Promise<boolean> {
  return (await db.selectFrom("admin_user").select("id").where("id", "=", userId).executeTakeFirst()) !== undefined;
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
