/** Tells a buyer by mail what became of an order: the ticket numbers, or why the money goes back. */

import { listContacts } from "#features/accounts/server/list-contacts.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { entryCount } from "#features/lotteries/rules/odds.ts";
import { findLottery, findOwnTickets } from "#features/lotteries/server/find-lottery.ts";
import { findOrderForMail, type OrderForMail } from "#features/orders/server/find-order-for-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { londonDate } from "#shared/dates.ts";
import { deliverMail } from "./deliver-mail.ts";
import type { MailDraw, MailSender } from "./mails/mail.ts";
import { renderFreeEntryConfirmation, renderOrderConfirmation, renderRefundNotice } from "./mails/render-mails.ts";

/** Throws on a passing fault, so that the queue tries again. Says nothing where there is nothing (any more) to say. */
export async function sendOrderMail(ctx: Ctx, { message, orderId, again, refundId }: JobData["mail"]): Promise<void> {
  const order = await findOrderForMail(ctx, orderId, refundId);
  if (!order) return;
  const refund = refundToTell(message, order);
  if (message.startsWith("refund") && !refund) return;
  const [contacts, lottery] = await Promise.all([listContacts(ctx, [order.userId]), findLottery(ctx, order.lotteryId)]);
  const reader = contacts.get(order.userId);
  if (!reader || !lottery) return;

  const own = await findOwnTickets(ctx, order.userId, lottery.id);
  const odds = { entries: Math.max(own.entries, order.tickets.length), among: entryCount(lottery, ctx.now()) };
  const known = { sender: senderOf(ctx), draw: drawOf(lottery, order), firstName: reader.firstName };
  const about = [message, orderId, ...[refundId ?? again].filter((part) => part !== undefined)].join(":");
  await deliverMail(ctx, { message: about, to: reader.email, userId: order.userId }, () => {
    const paidAt = order.settledAt ?? ctx.now();
    if (message === "free-entry-confirmation")
      return renderFreeEntryConfirmation(
        { ...known, order, receivedOn: order.receivedOn ?? londonDate(paidAt), tickets: order.tickets },
        order.locale,
      );
    if (refund) return renderRefundNotice({ ...known, order, refund, tickets: order.tickets }, order.locale);
    return renderOrderConfirmation({ ...known, order: { ...order, paidAt }, tickets: order.tickets, odds }, order.locale);
  });
}

const STAGES = { refund: "done", "refund-pending": "pending", "refund-failed": "failed" } as const;

/** What a mail about a refund says of it. Nothing where it has gone on since: then another mail tells how it stands. */
function refundToTell(message: JobData["mail"]["message"], { refund }: OrderForMail) {
  if (!refund || !(message in STAGES)) return undefined;
  const stage = STAGES[message as keyof typeof STAGES];
  return refund.stage === stage ? { ...refund, stage } : undefined;
}

function senderOf(ctx: Ctx): MailSender {
  return { publicUrl: ctx.publicUrl, trader: ctx.env.trader };
}

function drawOf(lottery: Lottery, order: OrderForMail): MailDraw {
  return {
    id: lottery.id,
    shortNumber: lottery.shortNumber,
    name: inLanguage(lottery.title, order.locale),
    endDate: lottery.endDate,
    picture: lottery.images[0]?.picture,
  };
}
