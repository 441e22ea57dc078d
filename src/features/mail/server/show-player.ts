/** A player's conversations, complaints, and what staff have sent to them. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { findAddressSince, findProfile } from "#features/accounts/server/profile/profile.ts";
import { type ListedConversation, listConversationsFrom } from "#features/inbox/server/contact-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { listMailsToPlayer, type MailToPlayer } from "./letters/letter-store.ts";

export type PlayerHistory = {
  readonly player: {
    readonly id: string;
    readonly name: string;
    readonly firstName: string;
    readonly email: string;
    readonly isConfirmed: boolean;
    readonly locale: Locale;
  };
  /** Newest first. */
  readonly conversations: readonly ListedConversation[];
  readonly mails: readonly MailToPlayer[];
};

/** Messages from the player's address count as theirs once it is confirmed. */
export async function showPlayer(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  userId: string,
): Promise<Result<PlayerHistory, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "messages.read"))) return err("forbidden");
  const profile = await findProfile(ctx, userId);
  if (!profile) return err("not_found");
  const { id, email, emailVerified, firstName, lastName } = profile;
  const since = await findAddressSince(ctx, profile);
  const writer = { id, email: emailVerified ? email.toLowerCase() : "", firstName, lastName, since };
  const [conversations, mails] = await Promise.all([listConversationsFrom(ctx.db, writer), listMailsToPlayer(ctx.db, id)]);
  const name = `${firstName} ${lastName}`.trim();
  return ok({
    player: { id, name: name || email, firstName, email, isConfirmed: emailVerified, locale: profile.locale },
    conversations,
    mails,
  });
}
