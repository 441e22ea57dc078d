/** Tells a buyer by mail what became of an order: the ticket numbers, or why the money goes back. */
import { type BookedDocuments, bookedDocuments } from "#features/books/server/order-documents.ts";
import { isFreeToEnterAt } from "#features/lotteries/rules/free-entry.ts";
import { entryCount } from "#features/lotteries/rules/odds.ts";
import { stageOf } from "#features/orders/rules/refund-state.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { londonDate } from "#shared/dates.ts";
import { REFUND_STATES } from "#shared/states.ts";
import { deliverClaimed, newMessageId } from "./deliver-mail.ts";
import { mailDrawOf } from "./mail-draw.ts";
import { freeEntryConfirmation, orderConfirmation } from "./mails/order-mails.ts";
import { refundNotice } from "./mails/payment-mails.ts";
import { claimOrderMail } from "./store.ts";

/** What a mail about a refund says of it. Nothing is said where it has gone on since: then another mail tells how it stands. */
const STAGES = { refund: "done", "refund-pending": "pending", "refund-failed": "failed" } as const;

/**
 * Throws on a passing fault, so that the queue tries again. Says nothing where there is nothing (any more) to say.
 *
 * @param documentsOf shared by mails that are sent at the same time
 */
export async function sendOrderMail(
  ctx: Ctx,
  job: JobData["mail"],
  documentsOf: BookedDocuments = bookedDocuments(ctx),
): Promise<void> {
  const { message, orderId, again, refundId } = job;
  const about = [message, orderId, ...[refundId ?? again].filter((part) => part !== undefined)].join(":");
  const stage = message in STAGES ? STAGES[message as keyof typeof STAGES] : undefined;
  const states = stage && REFUND_STATES.filter((state) => stageOf(state) === stage);
  // Before the mail is claimed: whoever dies here has not sent anything.
  const documents = message === "free-entry-confirmation" ? [] : await documentsOf(orderId);
  const claim = { message: about, messageId: newMessageId(ctx, about), states, now: ctx.now() };
  const claimed = await claimOrderMail(ctx.db, { orderId, refundId }, claim);
  if (!claimed?.mail || !claimed.order.reader) return;

  const { order, mail } = claimed;
  const { lottery, locale, tickets, refund } = order;
  const { email, firstName } = claimed.order.reader;
  const odds = { entries: Math.max(order.entries, tickets.length), among: entryCount(lottery, ctx.now()) };
  const known = { draw: mailDrawOf(lottery, locale), firstName, tickets };
  const isFreeToEnter = isFreeToEnterAt(lottery, ctx.now());
  const paidAt = order.settledAt ?? ctx.now();
  await deliverClaimed(ctx, mail, { message: about, to: email, userId: order.userId, locale }, (pen) => {
    if (message === "free-entry-confirmation")
      return freeEntryConfirmation(pen, { ...known, order, receivedOn: order.receivedOn ?? londonDate(paidAt) });
    const creditNote = documents.find(({ kind, refundId: of }) => kind === "credit_note" && of === refundId)?.number;
    if (stage && refund) return refundNotice(pen, { ...known, order, refund: { ...refund, stage, creditNote } });
    const receiptNumber = documents.find(({ kind }) => kind === "receipt")?.number;
    return orderConfirmation(pen, { ...known, order: { ...order, paidAt, receiptNumber }, odds, isFreeToEnter });
  });
}
