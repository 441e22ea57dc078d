/** Sends one message to one person, once: a row is written before the first try, and repeats carry the same Message-ID. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { MailContent } from "./mails/mail.ts";
import { claimMail, finishMail } from "./store.ts";

export type Delivery = {
  /** What is said about what, such as "order-confirmation:<order id>"; with the recipient it names the mail for ever. */
  readonly message: string;
  readonly to: string;
  readonly userId: string;
};

/**
 * @returns once the mail server has taken the mail over, or refused it for good (then it is logged and given up).
 *          Throws on a passing fault, so that the queue tries again.
 */
export async function deliverMail(ctx: Ctx, delivery: Delivery, write: () => Promise<MailContent>): Promise<void> {
  const messageId = delivery.message.replaceAll(":", ".");
  const mail = await claimMail(ctx.db, {
    message: delivery.message,
    recipient: delivery.to,
    userId: delivery.userId,
    messageId,
    now: ctx.now(),
  });
  if (mail.state === "sent" || mail.state === "failed") return;

  const sent = await ctx.mail.send({ to: delivery.to, messageId: mail.messageId, ...(await write()) });
  if (!sent.ok && sent.error === "temporary") throw new Error(`mail ${delivery.message}: the mail server does not take it now`);
  if (!sent.ok) ctx.log.error({ message: delivery.message, alert: "mail_refused" }, "a mail was refused for good");
  await finishMail(
    ctx.db,
    mail.id,
    sent.ok ? { state: "sent", now: ctx.now() } : { state: "failed", now: ctx.now(), error: sent.error },
  );
}
