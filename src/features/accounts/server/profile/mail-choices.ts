/**
 * A person's choices about marketing mail, and the link in each mail that changes them without signing in.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { MAIL_TOPICS, type MailTopic } from "../../rules/mail-refusal.ts";
import { activeExclusion } from "../../rules/person/safer-play.ts";
import { findLimitsRow } from "../person/player-limits-store.ts";
import { insertSuppression, listReadersById, listRefusedTopics, saveRefusedTopics } from "./mail-readers-store.ts";
import { recordConsent } from "./profile-store.ts";

/** The secret of a person's preference link. It never expires: a refusal must always be possible. */
export function mailChoiceToken(ctx: Pick<Ctx, "lastingSecret">, userId: string): string {
  return `${userId}.${secretOf(ctx, userId)}`;
}

/** The user id of a link's token; undefined for an invalid one. */
export function readMailChoiceToken(ctx: Pick<Ctx, "lastingSecret">, token: string): string | undefined {
  const [userId = "", secret = "", ...more] = token.split(".");
  if (more.length > 0 || !isUuid(userId)) return undefined;
  const actual = Buffer.from(secret);
  const expected = Buffer.from(secretOf(ctx, userId.toLowerCase()));
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? userId : undefined;
}

function secretOf({ lastingSecret }: Pick<Ctx, "lastingSecret">, userId: string): string {
  return createHmac("sha256", lastingSecret).update(`mail-choices:${userId}`).digest("base64url");
}

/** `address` is masked ("a…@example.com"): the mail may have been forwarded. */
export type MailChoices = {
  readonly address: string;
  readonly topics: readonly MailTopic[];
  /** Players cannot consent during a pause or self-exclusion. */
  readonly isExcluded: boolean;
};

/** The topics that a person gets; undefined for unknown and erased people. */
export async function findMailChoices(ctx: Pick<Ctx, "db" | "now">, userId: string): Promise<MailChoices | undefined> {
  const [[reader], refused, limits] = await Promise.all([
    listReadersById(ctx.db, [userId], { now: ctx.now() }),
    listRefusedTopics(ctx.db, userId),
    findLimitsRow(ctx.db, userId),
  ]);
  if (!reader || reader.refusal === "gone") return undefined;
  const agreed = reader.refusal !== "noConsent" && reader.refusal !== "resting";
  const topics = MAIL_TOPICS.filter((topic) => agreed && !refused.includes(topic));
  const [name = "", domain = ""] = reader.email.split("@");
  return { address: `${name.slice(0, 1)}…@${domain}`, topics, isExcluded: activeExclusion(limits, ctx.now()) !== undefined };
}

/**
 * Sets the topics of a reader. No topic withdraws the consent. Repeating a choice records nothing new.
 * `source`: where it was made.
 */
export async function chooseMail(ctx: Ctx, userId: string, topics: readonly MailTopic[], source: string): Promise<void> {
  const hasConsent = topics.length > 0;
  await ctx.db.transaction().execute(async (tx) => {
    await recordConsent(tx, userId, { kind: "marketing", given: hasConsent, source, at: ctx.now() });
    // A later consent covers all topics again.
    const refused = hasConsent ? MAIL_TOPICS.filter((topic) => !topics.includes(topic)) : [];
    await saveRefusedTopics(tx, userId, refused, ctx.now());
  });
}

/**
 * Stops marketing mail to an address. `bounced`: the mailbox does not exist; a newer consent lifts it, but
 * not `complained`.
 */
export async function suppressAddress(
  ctx: Pick<Ctx, "db" | "now">,
  email: string,
  reason: "bounced" | "complained",
): Promise<void> {
  await insertSuppression(ctx.db, email, reason, ctx.now());
}
