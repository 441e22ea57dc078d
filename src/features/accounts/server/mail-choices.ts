import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { MAIL_TOPICS, type MailTopic } from "../rules/mail-refusal.ts";
import { restAt } from "../rules/safer-play.ts";
import { insertSuppression, listReadersById, listRefusedTopics, saveRefusedTopics } from "./mail-readers-store.ts";
import { findLimitsRow } from "./player-limits-store.ts";
import { recordConsent } from "./profile-store.ts";

/** The secret of a person's link. It is good for as long as the account: a refusal is possible at any time. */
export function mailChoiceToken(ctx: Pick<Ctx, "lastingSecret">, userId: string): string {
  return `${userId}.${secretOf(ctx, userId)}`;
}

export function readMailChoiceToken(ctx: Pick<Ctx, "lastingSecret">, token: string): string | undefined {
  const [userId = "", secret = "", ...more] = token.split(".");
  if (more.length > 0 || !isUuid(userId)) return undefined;
  const given = Buffer.from(secret);
  const expected = Buffer.from(secretOf(ctx, userId.toLowerCase()));
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined;
}

function secretOf({ lastingSecret }: Pick<Ctx, "lastingSecret">, userId: string): string {
  return createHmac("sha256", lastingSecret).update(`mail-choices:${userId}`).digest("base64url");
}

/** `address` as it may be shown to whoever was forwarded a mail: "a…@example.com". */
export type MailChoices = {
  readonly address: string;
  readonly topics: readonly MailTopic[];
  /** Whoever rests from play can agree to nothing until it is over. */
  readonly isResting: boolean;
};

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
  return { address: `${name.slice(0, 1)}…@${domain}`, topics, isResting: restAt(limits, ctx.now()) !== undefined };
}

/** Sets what somebody gets; none at all is the end of their consent. The same choice twice is one choice. */
export async function chooseMail(ctx: Ctx, userId: string, topics: readonly MailTopic[], source: string): Promise<void> {
  const given = topics.length > 0;
  await ctx.db.transaction().execute(async (tx) => {
    await recordConsent(tx, userId, { kind: "marketing", given, source, at: ctx.now() });
    // Who says no to all and yes again one day means all.
    const refused = given ? MAIL_TOPICS.filter((topic) => !topics.includes(topic)) : [];
    await saveRefusedTopics(tx, userId, refused, ctx.now());
  });
}

/** `bounced`: the mail server says that there is nobody. A newer yes of its owner lifts it, but for `complained`. */
export async function suppressAddress(
  ctx: Pick<Ctx, "db" | "now">,
  email: string,
  reason: "bounced" | "complained",
): Promise<void> {
  await insertSuppression(ctx.db, email, reason, ctx.now());
}
