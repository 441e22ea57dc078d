/** Tells a buyer by mail what became of an order: the ticket numbers, or why the money goes back. */
import { listContacts } from "#features/accounts/server/list-contacts.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { findOrderForMail, type OrderForMail } from "#features/orders/server/find-order-for-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs.server.ts";
import { londonDate } from "#shared/dates.ts";
import { deliverMail } from "./deliver-mail.ts";
import { renderFreeEntryConfirmation } from "./mails/free-entry-confirmation.ts";
import type { MailDraw, MailSender } from "./mails/mail.ts";
import { renderOrderConfirmation } from "./mails/order-confirmation.ts";
import { renderRefundNotice } from "./mails/refund-notice.ts";

/** Throws on a passing fault, so that the queue tries again. Says nothing where there is nothing (any more) to say. */
export async function sendOrderMail(ctx: Ctx, { message, orderId, again }: JobData["mail"]): Promise<void> {
  const order = await findOrderForMail(ctx, orderId);
  if (!order) return;
  const [contacts, lottery] = await Promise.all([listContacts(ctx, [order.userId]), findLottery(ctx, order.lotteryId)]);
  const reader = contacts.get(order.userId);
  if (!reader || !lottery) return;

  const known = { sender: senderOf(ctx), draw: drawOf(lottery, order), firstName: reader.firstName };
  const about = [message, orderId, ...(again === undefined ? [] : [again])].join(":");
  await deliverMail(ctx, { message: about, to: reader.email, userId: order.userId }, () => {
    const paidAt = order.settledAt ?? ctx.now();
    if (message === "free-entry-confirmation")
      return renderFreeEntryConfirmation(
        { ...known, order, receivedOn: order.receivedOn ?? londonDate(paidAt), tickets: order.tickets },
        order.locale,
      );
    if (message === "order-confirmation")
      return renderOrderConfirmation({ ...known, order: { ...order, paidAt }, tickets: order.tickets }, order.locale);
    const { refund } = order;
    if (!refund) throw new Error(`order ${orderId} has no refund to tell of`);
    return renderRefundNotice({ ...known, order, refund, tickets: order.tickets }, order.locale);
  });
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
    ticketsAvailable: lottery.ticketsAvailable,
    picture: lottery.images[0]?.picture,
  };
}
