/** Tells whoever complained what becomes of it, and the team and the author of a message that came by the contact form. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { findComplaintOf } from "./complaint-store.ts";
import { findContactMessage } from "./contact-store.ts";
import { deliverMail } from "./deliver-mail.ts";
import { complaintNotice } from "./mails/complaint-mails.ts";
import { contactNotice, contactReceipt } from "./mails/contact-mails.ts";

/** Throws on a passing fault, so that the queue tries again; what has gone by then does not go twice. */
export async function sendComplaintMail(ctx: Ctx, { message, messageId }: JobData["complaint-mail"]): Promise<void> {
  const [written, complaint] = await Promise.all([findContactMessage(ctx.db, messageId), findComplaintOf(ctx.db, messageId)]);
  if (!written || !complaint) return;
  const { email: to, locale } = written;
  await deliverMail(ctx, { message: `${message}:${messageId}`, to, replyTo: ctx.brand.current.trader.email, locale }, (pen) =>
    complaintNotice(pen, { message, complaint }),
  );
}

/** Throws on a passing fault, so that the queue tries again; what has gone by then does not go twice. */
export async function sendContactMail(ctx: Ctx, { messageId, withReceipt }: JobData["contact-mail"]): Promise<void> {
  const message = await findContactMessage(ctx.db, messageId);
  if (!message) return;
  const { id, locale, createdAt, ...fields } = message;
  await deliverMail(ctx, { message: `contact:${id}`, to: ctx.brand.current.trader.email, replyTo: fields.email, locale }, (pen) =>
    contactNotice(pen, { id, fields, receivedAt: createdAt }),
  );
  if (withReceipt) await deliverMail(ctx, { message: `contact-receipt:${id}`, to: fields.email, locale }, contactReceipt);
}
