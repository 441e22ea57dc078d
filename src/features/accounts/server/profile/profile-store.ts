/** Queries of the profile: fields, former names, consents, sessions. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { Person } from "../../rules/person/public-name.ts";
import { activeExclusion } from "../../rules/person/safer-play.ts";
import type { Profile } from "../../rules/profile.ts";
import { lockLimitsRow } from "../person/player-limits-store.ts";

/** The profile of an active account. */
export async function findProfileRow(db: Db, userId: string): Promise<Profile | undefined> {
  const row = await db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "first_name", "last_name", "phone", "birth_date", "county", "locale"])
    .select(["marketing_opt_in as marketing", "full_name_public as is_full_name_public"])
    .select(["name_hidden as is_name_hidden", "created_at"])
    .where("id", "=", userId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row && { ...fromRow(row), email: row.email ?? "", phone: row.phone ?? "", county: row.county ?? "" };
}

type Data = Pick<Profile, "firstName" | "lastName" | "phone" | "county"> & { readonly birthDate: string };

/** Locks the account's name and birth date until the transaction ends, and returns them. */
export async function lockName(
  tx: Tx,
  userId: string,
): Promise<{ readonly firstName: string; readonly lastName: string; readonly birthDate?: string | undefined } | undefined> {
  const row = await tx
    .selectFrom("users")
    .select(["first_name", "last_name", "birth_date"])
    .where("id", "=", userId)
    .where("erased_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Saves the profile and remembers a replaced name. False if the account is gone. */
export async function updateProfileRow(db: Tx, userId: string, data: Data, at: Date): Promise<boolean> {
  const result = await db
    .updateTable("users")
    .set({
      // In SQL, so that the old names are read under the row's lock.
      former_names: sql`CASE WHEN first_name = ${data.firstName} AND last_name = ${data.lastName} THEN former_names
        ELSE former_names || jsonb_build_object('until', ${at}::timestamptz, 'name', trim(first_name || ' ' || last_name)) END`,
      first_name: data.firstName,
      last_name: data.lastName,
      phone: data.phone,
      birth_date: data.birthDate,
      county: data.county === "" ? null : data.county,
      updated_at: at,
    })
    .where("id", "=", userId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The account's name at a moment, as far as known. Empty for an erased person. */
export async function findNameAt(db: Db, userId: string, at: Date): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT coalesce(
      (SELECT f->>'name' FROM jsonb_array_elements(former_names) f WHERE (f->>'until')::timestamptz > ${at} AND f->>'name' <> ''
        ORDER BY (f->>'until')::timestamptz LIMIT 1),
      trim(first_name || ' ' || last_name)) AS name
    FROM users WHERE id = ${userId}`.execute(db);
  return rows[0]?.name ?? "";
}

/** Former names with the times until which they were used, as JSON. */
export async function listFormerNames(db: Db, userId: string): Promise<unknown> {
  const row = await db.selectFrom("users").select("former_names").where("id", "=", userId).executeTakeFirst();
  return row?.former_names ?? [];
}

const CHOICES = { marketing: "marketing_opt_in", full_name_public: "full_name_public", name_hidden: "name_hidden" } as const;
export type ConsentKind = keyof typeof CHOICES;
/** A choice about marketing or about being named in public. `source`: where it was made. */
export type Consent = { readonly kind: ConsentKind; readonly given: boolean; readonly source: string; readonly at: Date };

/**
 * Changes a choice and records it. False if it is unchanged, the account is gone, or marketing consent is
 * given during an exclusion.
 */
export async function recordConsent(tx: Tx, userId: string, { kind, given, source, at }: Consent): Promise<boolean> {
  // Under the lock, so that an exclusion that begins now either ends the consent or is seen.
  if (kind === "marketing" && given && activeExclusion(await lockLimitsRow(tx, userId), at)) return false;
  const changed = await tx
    .updateTable("users")
    .set({ [CHOICES[kind]]: given, updated_at: at })
    .where("id", "=", userId)
    .where("erased_at", "is", null)
    .where(CHOICES[kind], "!=", given)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await tx.insertInto("consents").values({ user_id: userId, kind, given, source, at }).execute();
  return true;
}

/**
 * Ends the consent of an account that the reader of its mailbox takes over: the consent was another
 * person's.
 */
export async function recordClaim(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable("users").set({ marketing_opt_in: false, updated_at: at }).where("id", "=", userId).execute();
  await tx.insertInto("consents").values({ user_id: userId, kind: "marketing", given: false, source: "claimed", at }).execute();
}

/** All recorded choices, oldest first. */
export async function listConsents(db: Db, userId: string): Promise<Consent[]> {
  const rows = await db
    .selectFrom("consents")
    .select(["kind", "given", "source", "at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ConsentKind }));
}

export type SessionRow = {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
};

/** All stored sessions, oldest first. */
export async function listSessionRows(db: Db, userId: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["created_at", "updated_at as last_seen_at", "expires_at", "ip_address as address", "user_agent"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return rows.map(fromRow);
}

/** How these people may be named in public. */
export async function listPeople(db: Db, ids: readonly string[]): Promise<(Person & { readonly id: string })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "county"])
    .select(["full_name_public as is_full_name_public", "name_hidden as is_name_hidden"])
    .where("id", "in", ids)
    .execute();
  return rows.map(fromRow);
}
