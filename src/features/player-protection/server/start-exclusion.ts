/** Staff start a pause or self-exclusion for a player who asked them to. */
import { randomUUID } from "node:crypto";
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import {
  exclusionEnd,
  LONGEST_EXCLUSION_REASON,
  readExclusion,
  type RequestChannel,
} from "#features/accounts/rules/person/safer-play.ts";
import { findAccountOf } from "#features/accounts/server/person/join-person.ts";
import { lockLimitsRow } from "#features/accounts/server/person/player-limits-store.ts";
import { lockExclusions } from "#features/accounts/server/person/same-person-store.ts";
import { copyExclusions } from "#features/accounts/server/person/stored-exclusions.ts";
import { findAccount, lockAccount } from "#features/accounts/server/sign-in/credential-store.ts";
import { queueAccountMail } from "#features/accounts/server/sign-in/mail-links.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { beginExclusion } from "./change-safer-play.ts";
import { alertManyExclusions, exceedsExclusionLimit } from "./exclusion-limit.ts";

/** `channel`: how the player asked. `kind`, `length`: as `readExclusion` takes them. */
export type RequestedExclusion = {
  readonly userId: string;
  readonly kind: string;
  readonly length: string;
  readonly channel: RequestChannel;
  readonly reason: string;
};

/**
 * Starts it and mails the player. Never shortens an exclusion. Afterwards, close payment pages with
 * `enforceLimits` in orders.
 */
export async function startExclusion(
  ctx: Ctx,
  actor: Actor,
  { userId, kind, length, channel, reason: written }: RequestedExclusion,
): Promise<Result<Date, ReauthRefusal | "not_found" | "bad_request" | "reason_needed" | "not_longer">> {
  const reauth = await requireReauth(ctx, actor, "people.exclude");
  if (!reauth.ok) return reauth;
  const wanted = readExclusion(kind, length);
  if (!wanted) return err("bad_request");
  const reason = written.trim();
  if (reason === "" || reason.length > LONGEST_EXCLUSION_REASON) return err("reason_needed");
  if (!isUuid(userId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await findAccount(tx, { id: userId }))) return err("not_found");
    const isOneOfMany = await exceedsExclusionLimit(ctx, tx, actor, userId);
    if (wanted.kind === "exclusion") await lockExclusions(tx, "begin");
    // Lock order: limits before the account.
    const { pausedUntil, excludedUntil } = await lockLimitsRow(tx, userId);
    const owner = await findAccountOf({ db: tx }, userId);
    await lockLimitsRow(tx, owner);
    const account = await lockAccount(tx, userId);
    if (!account) return err("not_found");
    const before = wanted.kind === "pause" ? pausedUntil : excludedUntil;
    if (before && before >= exclusionEnd(wanted, ctx.now())) return err("not_longer");
    const until = await beginExclusion(ctx, tx, userId, { ...wanted, channel });
    // A postal entrant who buys with the account that they were joined to.
    if (owner !== userId) await copyExclusions(ctx, tx, owner, userId);
    await recordChange(tx, {
      actor,
      action: "user.rest",
      subjectType: "user",
      subjectId: userId,
      before: { [`${wanted.kind}_until`]: before?.toISOString() ?? null },
      after: { [`${wanted.kind}_until`]: until.toISOString(), asked: channel },
      reason,
      at: ctx.now(),
    });
    if (isOneOfMany) await alertManyExclusions(ctx, tx, actor);
    const to = account.email ?? account.contact_email;
    if (to !== null)
      await queueAccountMail(ctx, tx, {
        message: `${wanted.kind}-started`,
        about: randomUUID(),
        userId,
        to,
        firstName: account.first_name,
        locale: account.locale,
        until: until.toISOString(),
      });
    return ok(until);
  });
}
