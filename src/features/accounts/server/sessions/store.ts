/** Table `sessions`, and the insertion of accounts. */
import { sql } from "kysely";
import type { Role } from "#features/access/rules/rights.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { isAdminsSession, isLiveSession, type LiveBounds, liveBounds, isWithinBounds } from "./live-session-store.ts";

export type NewAccount = {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly birthDate: Day;
  readonly locale: Locale;
  readonly marketing: boolean;
};

/** Inserts account, password and consent. Violates `users_email_key` if the address is taken. */
export async function insertAccount(tx: Tx, account: NewAccount, at: Date): Promise<void> {
  const { id, passwordHash, marketing } = account;
  await tx
    .insertInto("users")
    .values({
      id,
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
      phone: account.phone,
      birth_date: account.birthDate,
      locale: account.locale,
      marketing_opt_in: marketing,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await tx
    .insertInto("credentials")
    .values({ user_id: id, account_id: id, password: passwordHash, created_at: at, updated_at: at })
    .execute();
  await tx
    .insertInto("consents")
    .values({ user_id: id, kind: "marketing", given: marketing, source: "registration", at })
    .execute();
}

export type NewSession = {
  readonly userId: string;
  readonly token: string;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string;
};

/** Stores a new session. */
export async function insertSession(tx: Tx, session: NewSession, at: Date): Promise<void> {
  await tx
    .insertInto("sessions")
    .values({
      user_id: session.userId,
      token: session.token,
      expires_at: session.expiresAt,
      ip_address: session.address,
      user_agent: session.userAgent,
      // Signing in counts as a re-authentication.
      proved_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** What names a session: its token in cookies, its id in access tokens. */
export type SessionKey = { readonly token: string } | { readonly id: string };

/**
 * Live sessions with their owners, by tokens or ids. `withAdmin` false: without roles; all end by the
 * limits of administrators.
 */
export async function listSessions(
  db: Db,
  by: "token" | "id",
  { keys, at, withAdmin }: { readonly keys: readonly string[]; readonly at: Date; readonly withAdmin: boolean },
) {
  return selectSessions(db, by === "token" ? "s.token" : "s.id", { ...liveBounds(at), keys }, withAdmin).execute();
}

type SessionQuery = LiveBounds & { readonly keys: readonly string[] };

/** SELECT of the sessions `s` and their owners `u`. */
function selectSessions(db: Db | Tx, column: "s.token" | "s.id", query: SessionQuery, withAdmin: boolean) {
  const isAdmin = withAdmin ? isAdminsSession : sql<boolean>`true`;
  const role = withAdmin ? sql<Role | null>`(SELECT a.role FROM admin_user a WHERE a.id = s.user_id)` : sql<null>`NULL`;
  return db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select([
      "s.id as session_id",
      "s.token",
      "s.expires_at",
      "s.updated_at",
      "s.proved_at",
      "u.id",
      "u.email",
      "u.email_verified",
      "u.two_factor_enabled",
      "u.first_name",
      "u.last_name",
    ])
    .select(["u.phone", "u.birth_date", "u.locale", "u.created_at", role.as("role")])
    .select(sql<boolean>`EXISTS (SELECT FROM passkeys p WHERE p.user_id = s.user_id)`.as("has_passkey"))
    .select(sql<boolean>`${sql.lit(!withAdmin)}`.as("is_role_unknown"))
    .where(sql<boolean>`${sql.ref(column)} = ANY(${query.keys})`)
    .where((eb) => isWithinBounds(eb, query, isAdmin))
    .where("u.erased_at", "is", null);
}

/** Records a use. */
export async function prolongSession(db: Db, sessionId: string, expiresAt: Date, at: Date): Promise<void> {
  await db.updateTable("sessions").set({ expires_at: expiresAt, updated_at: at }).where("id", "=", sessionId).execute();
}

/**
 * Gives a session a new id and token, which invalidates its other tokens. `isReauth`: it counts as a
 * re-authentication. Undefined if the session has ended.
 */
export async function renewSession(
  tx: Tx,
  sessionId: string,
  { token, at, isReauth = true }: { readonly token: string; readonly at: Date; readonly isReauth?: boolean },
): Promise<string | undefined> {
  await tx.deleteFrom("refresh_tokens").where("session_id", "=", sessionId).execute();
  const row = await tx
    .updateTable("sessions")
    .set({ id: sql<string>`gen_random_uuid()`, token, updated_at: at, ...(isReauth && { proved_at: at }) })
    .where("id", "=", sessionId)
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Ends a session with its refresh tokens. @returns the owner's id, if the session existed */
export async function deleteSession(db: Db, key: SessionKey): Promise<string | undefined> {
  const row = await db
    .deleteFrom("sessions")
    .where((eb) => ("token" in key ? eb("token", "=", key.token) : eb("id", "=", key.id)))
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id;
}

/** Deletes ended sessions and expired mail links. */
export async function deleteExpiredSessions(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom("sessions as s")
    .where((eb) => eb.not(isLiveSession(eb as never, at)))
    .execute();
  await db.deleteFrom("verifications").where("expires_at", "<=", at).execute();
}
