/** Tells a buyer by mail what became of a payment that their bank has taken back. */

import { listContacts } from "#features/accounts/server/list-contacts.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { findDisputeForMail } from "#features/orders/server/find-order-for-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { deliverMail } from "./deliver-mail.ts";
import { renderDisputeNotice } from "./mails/render-mails.ts";

/** Throws on a passing fault, so that the queue tries again. Says nothing to somebody who cannot be reached any more. */
export async function sendDisputeMail(ctx: Ctx, { message, disputeId }: JobData["dispute-mail"]): Promise<void> {
  const dispute = await findDisputeForMail(ctx, disputeId);
  if (!dispute) return;
  const { orderId, orderNumber, userId, locale } = dispute;
  const [contacts, lottery] = await Promise.all([listContacts(ctx, [userId]), findLottery(ctx, dispute.lotteryId)]);
  const reader = contacts.get(userId);
  if (!reader || !lottery) return;
  const draw = {
    id: lottery.id,
    shortNumber: lottery.shortNumber,
    name: inLanguage(lottery.title, locale),
    endDate: lottery.endDate,
  };
  const tickets = message === "dispute-won" ? dispute.playing : dispute.taken;
  const sender = { publicUrl: ctx.publicUrl, trader: ctx.env.trader };
  await deliverMail(ctx, { message: `${message}:${orderId}:${disputeId}`, to: reader.email, userId }, () =>
    renderDisputeNotice({ sender, draw, message, firstName: reader.firstName, order: { orderNumber }, dispute, tickets }, locale),
  );
}
