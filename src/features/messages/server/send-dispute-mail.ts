/** Tells a buyer by mail what became of a payment that their bank has taken back. */
import { listContacts } from "#features/accounts/server/list-contacts.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { findDisputeForMail } from "#features/orders/server/find-order-for-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { deliverMail } from "./deliver-mail.ts";
import { mailDrawOf } from "./mail-draw.ts";
import { disputeNotice } from "./mails/payment-mails.ts";

/** Throws on a passing fault, so that the queue tries again. Says nothing to somebody who cannot be reached any more. */
export async function sendDisputeMail(ctx: Ctx, { message, disputeId }: JobData["dispute-mail"]): Promise<void> {
  const dispute = await findDisputeForMail(ctx, disputeId);
  if (!dispute) return;
  const { orderId, orderNumber, userId, locale } = dispute;
  const [contacts, lottery] = await Promise.all([listContacts(ctx, [userId]), findLottery(ctx, dispute.lotteryId)]);
  const reader = contacts.get(userId);
  if (!reader || !lottery) return;
  const draw = mailDrawOf(lottery, locale);
  const tickets = message === "dispute-won" ? dispute.playing : dispute.taken;
  await deliverMail(ctx, { message: `${message}:${orderId}:${disputeId}`, to: reader.email, userId, locale }, (pen) =>
    disputeNotice(pen, { draw, message, firstName: reader.firstName, order: { orderNumber }, dispute, tickets }),
  );
}
