import { raiseAlert } from "#features/access/server/raise-alert.ts";
/** Sends one message to one recipient once: its row is written first, and retries keep the Message-ID. */
import { suppressAddress } from "#features/accounts/server/profile/mail-choices.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { MailFailure } from "#platform/mail/mail.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { finishMails, type MailEnd } from "./delivery-store.ts";
import type { Mail, MailContent } from "./mails/mail.ts";
import { type Pen, penIn } from "./mails/pen.ts";
import { renderMail } from "./mails/render-mail.ts";
import { claimMail, type MailRow } from "./store.ts";

export type Delivery = {
  /** A key such as "order-confirmation:<order id>"; unique with the recipient. */
  readonly message: string;
  readonly to: string;
  readonly locale: Locale;
  /** Undefined for recipients without an account, such as the shop itself. */
  readonly userId?: string;
  /** Strangers may have typed the address, so refusals raise one alert for all accounts. */
  readonly isUnconfirmed?: boolean;
  readonly replyTo?: string;
};

/**
 * Returns once the mail is accepted or permanently refused. Throws on temporary errors, so that the queue
 * retries, also if it may have been accepted: mail programs show a Message-ID once.
 */
export async function deliverMail(ctx: Ctx, delivery: Delivery, write: (pen: Pen) => Mail): Promise<void> {
  const { message, to: recipient, userId } = delivery;
  const mail = await claimMail(ctx.db, { message, recipient, userId, messageId: newMessageId(ctx, message), now: ctx.now() });
  await deliverClaimed(ctx, mail, delivery, write);
}

/** Unique per recipient. The row keeps that of the first attempt. */
export function newMessageId(ctx: Pick<Ctx, "random">, message: string): string {
  return `${message.replaceAll(":", ".")}.${ctx.random(6).toString("hex")}`;
}

/** Delivers a mail whose row exists. */
export async function deliverClaimed(
  ctx: Ctx,
  mail: MailRow,
  delivery: Delivery,
  write: (pen: Pen) => Mail,
  finish = (end: MailEnd) => finishMails(ctx.db, [end], ctx.now()),
): Promise<void> {
  if (mail.state === "sent" || mail.state === "failed") return;
  const { message, to, userId, isUnconfirmed, locale, replyTo } = delivery;

  const pen = penIn(ctx, locale);
  const content = await renderMail(pen, write(pen));
  const end = await deliver(ctx, { ...mail, to }, { ...content, ...(replyTo !== undefined && { replyTo }) });
  if (end.state === "queued" || end.state === "unknown")
    throw new Error(`mail ${message}: the mail server does not take it now (${end.reason})`);
  if (end.state === "failed") {
    const alert = isUnconfirmed === true ? { alert: "unshown_mail_refused" } : { alert: "mail_refused" };
    ctx.log.error({ message, reason: end.reason, ...alert }, "an email was refused permanently");
    const raised = { facts: { message: message.replace(/:.*/, "") }, at: ctx.now() };
    const subject = userId === undefined ? ({ type: "shop", id: "mail" } as const) : ({ type: "person", id: userId } as const);
    if (isUnconfirmed === true)
      await raiseAlert(ctx.db, { kind: "unshown_mail_refused", subject: { type: "shop", id: "unshown mail" }, ...raised });
    else await raiseAlert(ctx.db, { kind: "mail_refused", subject, ...raised });
  }
  await finish(end);
}

/** A mail whose row is in state `sending`. */
export type MailOnItsWay = { readonly id: string; readonly messageId: string; readonly to: string };

export type OutgoingMail = MailContent & { readonly replyTo?: string; readonly headers?: Readonly<Record<string, string>> };

/** The mail's state after a failed attempt. */
const AFTER: Readonly<Record<MailFailure, MailEnd["state"]>> = {
  bounced: "failed",
  permanent: "failed",
  uncertain: "unknown",
  temporary: "queued",
};

/** One attempt. Suppresses advertising to an address that bounces. */
export async function deliver(ctx: Ctx, mail: MailOnItsWay, letter: OutgoingMail): Promise<MailEnd> {
  const sent = await ctx.mail.send({ to: mail.to, messageId: mail.messageId, ...letter });
  if (sent.ok) return { id: mail.id, state: "sent" };
  if (sent.error === "bounced") await suppressAddress(ctx, mail.to, "bounced");
  return { id: mail.id, state: AFTER[sent.error], reason: sent.code };
}
