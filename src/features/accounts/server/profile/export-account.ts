import { listAccountLog } from "#features/access/server/account-log-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { pence, toPounds } from "#shared/money/money.ts";
import { listLimitChanges } from "../person/player-limits-store.ts";
import { listPasskeyRows } from "../second-factor/passkey-store.ts";
import { findSecondFactor } from "../second-factor/second-factor-store.ts";
import { listRefusedTopics } from "./mail-readers-store.ts";
import { listConsents, listFormerNames, listSessionRows } from "./profile-store.ts";
import { findProfile } from "./profile.ts";

/**
 * All data of an account for its owner (GDPR, article 15), with the names of the JSON file. Undefined for
 * unknown accounts.
 */
export async function exportAccount(ctx: Pick<Ctx, "db">, userId: string) {
  const profile = await findProfile(ctx, userId);
  if (!profile) return undefined;
  const [consents, sessions, passkeys, refused, changes, factor, log, formerNames] = await Promise.all([
    listConsents(ctx.db, userId),
    listSessionRows(ctx.db, userId),
    listPasskeyRows(ctx.db, userId),
    listRefusedTopics(ctx.db, userId),
    listLimitChanges(ctx.db, userId),
    findSecondFactor(ctx.db, userId),
    listAccountLog(ctx.db, userId),
    listFormerNames(ctx.db, userId),
  ]);
  return {
    profile: {
      id: profile.id,
      email: profile.email,
      email_verified: profile.emailVerified,
      first_name: profile.firstName,
      last_name: profile.lastName,
      former_names: formerNames,
      phone: profile.phone,
      birth_date: profile.birthDate ?? null,
      county: profile.county,
      language: profile.locale,
      marketing: profile.marketing,
      refused_topics: refused,
      full_name_public: profile.isFullNamePublic,
      name_hidden: profile.isNameHidden,
      created_at: profile.createdAt,
    },
    consents,
    sessions: sessions.map((session) => ({
      signed_in_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
      address: session.address ?? null,
      browser: session.userAgent ?? null,
    })),
    limit_changes: changes.map(({ limit_pence, ...change }) => ({
      ...change,
      limit: limit_pence === null ? null : toPounds(pence(limit_pence)),
    })),
    two_step_sign_in_since: factor?.setUpAt ?? null,
    passkeys: passkeys.map(({ name, added_at, used_at }) => ({ name, added_at, used_at })),
    account_log: log,
  };
}
