/** Tells whoever complained what becomes of it. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { findComplaintOf } from "./complaint-store.ts";
import { findContactMessage } from "./contact-store.ts";
import { deliverMail } from "./deliver-mail.ts";
import { complaintNotice } from "./mails/complaint-mails.ts";

/** Throws on a passing fault, so that the queue tries again; what has gone by then does not go twice. */
export async function sendComplaintMail(ctx: Ctx, { message, messageId }: JobData["complaint-mail"]): Promise<void> {
  const [written, complaint] = await Promise.all([findContactMessage(ctx.db, messageId), findComplaintOf(ctx.db, messageId)]);
  if (!written || !complaint) return;
  const { email: to, locale } = written;
  await deliverMail(ctx, { message: `${message}:${messageId}`, to, replyTo: ctx.env.trader.email, locale }, (pen) =>
    complaintNotice(pen, { message, complaint }),
  );
}
