/** Tells a buyer by mail what became of an order: the ticket numbers, or why the money goes back. */

import { listContacts } from "#features/accounts/server/list-contacts.ts";
import { isFreeToEnterAt } from "#features/lotteries/rules/free-entry.ts";
import { entryCount } from "#features/lotteries/rules/odds.ts";
import { findLottery, findOwnTickets } from "#features/lotteries/server/find-lottery.ts";
import { findOrderForMail, type OrderForMail } from "#features/orders/server/find-order-for-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { londonDate } from "#shared/dates.ts";
import { deliverMail } from "./deliver-mail.ts";
import { mailDrawOf } from "./mail-draw.ts";
import { freeEntryConfirmation, orderConfirmation } from "./mails/order-mails.ts";
import { refundNotice } from "./mails/payment-mails.ts";

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
  const { locale, tickets } = order;
  const known = { draw: mailDrawOf(lottery, locale), firstName: reader.firstName, tickets };
  const isFreeToEnter = isFreeToEnterAt(lottery, ctx.now());
  const about = [message, orderId, ...[refundId ?? again].filter((part) => part !== undefined)].join(":");
  await deliverMail(ctx, { message: about, to: reader.email, userId: order.userId, locale }, (pen) => {
    const paidAt = order.settledAt ?? ctx.now();
    if (message === "free-entry-confirmation")
      return freeEntryConfirmation(pen, { ...known, order, receivedOn: order.receivedOn ?? londonDate(paidAt) });
    if (refund) return refundNotice(pen, { ...known, order, refund });
    return orderConfirmation(pen, { ...known, order: { ...order, paidAt }, odds, isFreeToEnter });
  });
}

const STAGES = { refund: "done", "refund-pending": "pending", "refund-failed": "failed" } as const;

/** What a mail about a refund says of it. Nothing where it has gone on since: then another mail tells how it stands. */
function refundToTell(message: JobData["mail"]["message"], { refund }: OrderForMail) {
  if (!refund || !(message in STAGES)) return undefined;
  const stage = STAGES[message as keyof typeof STAGES];
  return refund.stage === stage ? { ...refund, stage } : undefined;
}
