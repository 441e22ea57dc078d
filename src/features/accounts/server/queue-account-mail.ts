/** Mails about an account are queued by the transaction that they speak of: no change without its mail, no mail without its change. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { UndoPurpose } from "./link-store.ts";
import { insertLink } from "./link-store.ts";
import { LINK_LIFETIME_MS, type LinkPurpose } from "./mail-links.ts";

export type AccountMail = JobData["account-mail"];
type Reader = Pick<AccountMail, "userId" | "to" | "firstName" | "locale">;

/**
 * Queues a mail. Give everything that it says: the account may be gone when it is sent.
 *
 * @param mail.about names the occasion, so that a repeated job is the same mail: the user's id for `account-deleted`, else a fresh uuid
 */
export async function queueAccountMail(ctx: Pick<Ctx, "jobs">, tx: Tx, mail: AccountMail): Promise<void> {
  await ctx.jobs.send(tx, "account-mail", mail);
}

/** Queues a mail with a link, and makes the link. The same `id` again makes no second one. */
export async function queueLink(
  ctx: Ctx,
  tx: Tx,
  purpose: Exclude<LinkPurpose, UndoPurpose>,
  reader: Reader & { readonly id: string },
): Promise<void> {
  const now = ctx.now();
  const { id, userId, to: email, firstName, locale } = reader;
  await insertLink(tx, { id, purpose, userId, email, expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS[purpose]) }, now);
  await queueAccountMail(ctx, tx, { message: purpose, about: id, userId, to: email, firstName, locale });
}
