/** Carries a visitor's message to whoever answers it, and tells the visitor that it has come. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { findContactMessage } from "./contact-store.ts";
import { deliverMail } from "./deliver-mail.ts";
import { contactNotice, contactReceipt } from "./mails/contact-mails.ts";

/** Throws on a passing fault, so that the queue tries again; what has gone by then does not go twice. */
export async function sendContactMail(ctx: Ctx, { messageId, withReceipt }: JobData["contact-mail"]): Promise<void> {
  const message = await findContactMessage(ctx.db, messageId);
  if (!message) return;
  const { id, locale, createdAt, ...fields } = message;
  await deliverMail(ctx, { message: `contact:${id}`, to: ctx.env.trader.email, replyTo: fields.email, locale }, (pen) =>
    contactNotice(pen, { id, fields, receivedAt: createdAt }),
  );
  if (withReceipt) await deliverMail(ctx, { message: `contact-receipt:${id}`, to: fields.email, locale }, contactReceipt);
}
