/** All SQL of accounts. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/db.server.ts";
import type { Day } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";

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

/** Profile, credential and what was said of marketing. Violates `users_email_key` where the address is taken. */
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
    .values({ user_id: id, account_id: id, provider_id: "credential", password: passwordHash, created_at: at, updated_at: at })
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

/** The same row as the account library writes when somebody signs in. */
export async function insertSession(tx: Tx, session: NewSession, at: Date): Promise<void> {
  await tx
    .insertInto("sessions")
    .values({
      user_id: session.userId,
      token: session.token,
      expires_at: session.expiresAt,
      ip_address: session.address,
      user_agent: session.userAgent,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** A session is named by its cookie's token, or by its id where another token does. */
export type SessionKey = { readonly token: string } | { readonly id: string };

/** A live session with its owner, in one query. `withAdmin` looks up whether the owner is an administrator; else nobody is. */
export async function findSession(db: Db, key: SessionKey, at: Date, withAdmin: boolean) {
  const isAdmin = withAdmin ? sql<boolean>`EXISTS (SELECT FROM admin_user a WHERE a.id = u.id)` : sql<boolean>`false`;
  return db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select(["s.id as session_id", "s.expires_at", "u.id", "u.email", "u.email_verified", "u.first_name", "u.last_name"])
    .select(["u.phone", "u.birth_date", "u.locale", "u.created_at", isAdmin.as("is_admin")])
    .where((eb) => ("token" in key ? eb("s.token", "=", key.token) : eb("s.id", "=", key.id)))
    .where("s.expires_at", ">", at)
    .where("u.erased_at", "is", null)
    .executeTakeFirst();
}

export async function prolongSession(db: Db, sessionId: string, expiresAt: Date, at: Date): Promise<void> {
  await db.updateTable("sessions").set({ expires_at: expiresAt, updated_at: at }).where("id", "=", sessionId).execute();
}

/** Ends a session, and with it the refresh tokens that belong to it. */
export async function deleteSession(db: Db, key: SessionKey): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where((eb) => ("token" in key ? eb("token", "=", key.token) : eb("id", "=", key.id)))
    .execute();
}

/** Sessions that are over, with their tokens, and what the account library wrote down for a while. */
export async function deleteExpired(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("sessions").where("expires_at", "<=", at).execute();
  await db.deleteFrom("verifications").where("expires_at", "<=", at).execute();
}
