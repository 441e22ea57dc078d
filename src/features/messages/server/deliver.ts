/** The one way by which mails leave the shop: to the mail server, and what its word means for the mail and for the address. */
import { suppressAddress } from "#features/accounts/server/mail-choices.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { MailFailure } from "#platform/mail/mail.server.ts";
import type { MailEnd } from "./delivery-store.ts";
import type { MailContent } from "./mails/mail.ts";

/** A mail whose row says that it is on its way. */
export type MailOnItsWay = { readonly id: string; readonly messageId: string; readonly to: string };

export type OutgoingMail = MailContent & { readonly replyTo?: string; readonly headers?: Readonly<Record<string, string>> };

const AFTER: Readonly<Record<MailFailure, MailEnd["state"]>> = {
  bounced: "failed",
  permanent: "failed",
  uncertain: "unknown",
  temporary: "queued",
};

/**
 * One try. An address that bounces gets no advertising any more.
 *
 * @returns what became of it, not yet written down; `queued` means that another try may help
 */
export async function deliver(ctx: Ctx, mail: MailOnItsWay, letter: OutgoingMail): Promise<MailEnd> {
  const sent = await ctx.mail.send({ to: mail.to, messageId: mail.messageId, ...letter });
  if (sent.ok) return { id: mail.id, state: "sent" };
  if (sent.error === "bounced") await suppressAddress(ctx, mail.to, "bounced");
  return { id: mail.id, state: AFTER[sent.error], reason: sent.code };
}
