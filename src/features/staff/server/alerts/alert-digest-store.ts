/** Queries of the digest: alerts that were not mailed yet, and who receives them. */
import { sql } from "kysely";
import { type Alert, type AlertFacts, type AlertKind, isAlertKind } from "#features/access/rules/alert.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";

/** Lets one process at a time make a digest. */
export async function lockDigest(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('alert digest'))`.execute(tx);
}

/** When alerts were last mailed. */
export async function findLastDigest(tx: Tx): Promise<Date | undefined> {
  const row = await tx
    .selectFrom("alerts")
    .select((eb) => eb.fn.max("mailed_at").as("at"))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Alerts about the staff are mailed even if closed at once: they may concern the one who closed them. */
const OF_COLLEAGUES: readonly AlertKind[] = ["approval_by_newcomer", "many_kept_out", "winner_is_staff"];

/** Older closed alerts are not mailed: a shop may have many from before there were mails. */
const CLOSED_MAILED_MS = 86_400_000;

/** Marks unmailed alerts as mailed. Oldest first, without kinds that only a newer version knows. */
export async function takeUnmailed(tx: Tx, at: Date): Promise<Pick<Alert, "id" | "kind" | "facts">[]> {
  const lately = new Date(at.getTime() - CLOSED_MAILED_MS);
  const rows = await tx
    .updateTable("alerts")
    .set({ mailed_at: at })
    .where("mailed_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("handled_at", "is", null),
        eb.and([eb("handled_by", "is not", null), eb("kind", "in", OF_COLLEAGUES), eb("raised_at", ">", lately)]),
      ]),
    )
    .returning(["id", "kind", "facts", "raised_at"])
    .execute();
  return (
    rows
      .toSorted((a, b) => a.raised_at.getTime() - b.raised_at.getTime())
      // Only `upsertAlert` writes this column.
      .flatMap(({ id, kind, facts }) => (isAlertKind(kind) ? [{ id, kind, facts: facts as AlertFacts }] : []))
  );
}

type Staff = { readonly userId: string; readonly to: string; readonly firstName: string; readonly locale: Locale };

/** Staff with a confirmed address. */
export async function listStaff(tx: Tx): Promise<Staff[]> {
  const rows = await tx
    .selectFrom("admin_user as a")
    .innerJoin("users as u", "u.id", "a.id")
    .select(["u.id", "u.email", "u.first_name", "u.locale"])
    .where("u.email_verified", "=", true)
    .orderBy("u.id")
    .execute();
  return rows.flatMap(({ id, email, first_name: firstName, locale }) =>
    email === null ? [] : [{ userId: id, to: email, firstName, locale }],
  );
}
