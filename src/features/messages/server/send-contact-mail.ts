/** Carries a visitor's message to whoever answers it, and tells the visitor that it has come. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { findContactMessage } from "./contact-store.ts";
import { deliverMail } from "./deliver-mail.ts";
import { renderContactNotice, renderContactReceipt } from "./mails/contact-mail.ts";

/** Throws on a passing fault, so that the queue tries again; what has gone by then does not go twice. */
export async function sendContactMail(ctx: Ctx, { messageId, withReceipt }: JobData["contact-mail"]): Promise<void> {
  const message = await findContactMessage(ctx.db, messageId);
  if (!message) return;
  const { id, locale, createdAt, ...fields } = message;
  const sender = { publicUrl: ctx.publicUrl, trader: ctx.env.trader };
  await deliverMail(ctx, { message: `contact:${id}`, to: sender.trader.email, replyTo: fields.email }, () =>
    renderContactNotice({ sender, id, fields, locale, receivedAt: createdAt }),
  );
  if (withReceipt)
    await deliverMail(ctx, { message: `contact-receipt:${id}`, to: fields.email }, () => renderContactReceipt(sender, locale));
}
