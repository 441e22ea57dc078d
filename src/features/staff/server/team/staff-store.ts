import { type RawBuilder, sql } from "kysely";
import type { AuditAction } from "#features/access/rules/audit-actions.ts";
import type { Role } from "#features/access/rules/rights.ts";
import { isLiveSession } from "#features/accounts/server/sessions/live-session-store.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Locale } from "#shared/language/locale.ts";

export type StaffRow = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly since: Date;
  readonly hasSecondFactor: boolean;
  readonly lastSignIn: Date | undefined;
  /** True as well if any logged action shows it. */
  readonly hasSignedIn: boolean;
};

/** Actions that strangers can cause. */
const BY_STRANGERS = ["session.fail", "factor.fail", "password.ask_reset"] as const satisfies readonly AuditAction[];

export async function listStaffRows(db: Db): Promise<StaffRow[]> {
  const rows = await db
    .selectFrom("admin_user as a")
    .innerJoin("users as u", "u.id", "a.id")
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "a.role"])
    .select(["a.created_at as since", "u.two_factor_enabled as has_second_factor"])
    .select(
      // Registration opens a session without a logged sign-in.
      sql<Date | null>`greatest(
        (SELECT max(at) FROM audit_log l WHERE l.actor_id = a.id AND action = 'session.open'),
        (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = a.id)
      )`.as("last_sign_in"),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM audit_log l WHERE l.actor_id = a.id AND l.action NOT IN (${sql.join(BY_STRANGERS)}))`.as(
        "has_acted",
      ),
    )
    .orderBy((eb) => eb("a.role", "=", "owner"), "desc")
    .orderBy("u.first_name")
    .orderBy("u.last_name")
    .orderBy("u.id")
    .execute();
  return rows.map(({ has_acted, ...row }) => ({
    ...fromRow(row),
    email: row.email ?? "",
    hasSignedIn: has_acted || row.last_sign_in !== null,
  }));
}

export async function listStaffSessionRows(db: Db, at: Date) {
  return db
    .selectFrom("sessions as s")
    .innerJoin("admin_user as a", "a.id", "s.user_id")
    .select(["s.id", "s.user_id", "s.user_agent", "s.ip_address", "s.created_at", "s.updated_at"])
    .select(sql<boolean>`EXISTS (SELECT FROM refresh_tokens r WHERE r.session_id = s.id)`.as("is_program"))
    .where((eb) => isLiveSession(eb as never, at))
    .orderBy("s.updated_at", "desc")
    .orderBy("s.id")
    .execute();
}

export type StaffReader = { readonly userId: string; readonly to: string; readonly firstName: string; readonly locale: Locale };

/** Staff of some roles with confirmed addresses. Others may have entered another person's. */
export async function listStaffReaders(tx: Tx, roles: readonly Role[], but: readonly string[]): Promise<StaffReader[]> {
  const rows = await tx
    .selectFrom("admin_user as a")
    .innerJoin("users as u", "u.id", "a.id")
    .select(["u.id", "u.email", "u.first_name", "u.locale"])
    .where("a.role", "in", roles)
    .where("u.email_verified", "=", true)
    .orderBy("u.id")
    .execute();
  return rows.flatMap(({ id, email, first_name: firstName, locale }) =>
    email === null || but.includes(id) ? [] : [{ userId: id, to: email, firstName, locale }],
  );
}

export async function findStaffName(tx: Tx, userId: string): Promise<string> {
  const row = await tx.selectFrom("users").select(["first_name", "last_name"]).where("id", "=", userId).executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : "";
}

/** SQL: whether an account belongs to staff, by its role, a joined account, or as the same person. */
export function selectIsStaff(userId: RawBuilder<unknown> | string): RawBuilder<boolean> {
  const letters = (first: string, last: string) =>
    sql`regexp_replace(plain(${sql.ref(first)} || ${sql.ref(last)}), '[[:space:][:punct:]]+', '', 'g')`;
  return sql`EXISTS (SELECT FROM users p CROSS JOIN admin_user a JOIN users s ON s.id = a.id
    WHERE p.id = ${userId} AND (a.id = p.id OR a.id = p.joined_to OR (s.birth_date = p.birth_date
      AND ${letters("p.first_name", "p.last_name")} IN (${letters("s.first_name", "s.last_name")}, ${letters("s.last_name", "s.first_name")}))))`;
}

export async function isAnyOfStaff(db: Db | Tx, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`
    SELECT coalesce(bool_or(${selectIsStaff(sql`asked.id`)}), false) AS found FROM unnest(${userIds}::uuid[]) AS asked (id)`.execute(
    db,
  );
  return rows[0]?.found === true;
}

export async function isStaffAddress(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom("admin_user as a")
    .innerJoin("users as u", "u.id", "a.id")
    .select("a.id")
    .where("u.email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}
