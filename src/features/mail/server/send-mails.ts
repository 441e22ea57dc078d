/** The jobs that send mails, one per kind. */
import { alertSentences, isAlertKind } from "#features/access/rules/alert.ts";
import { ROLES, roleKey } from "#features/access/rules/rights.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import type { AccountMail } from "#features/accounts/server/sign-in/mail-links.ts";
import { invitationAddress, linkAddress } from "#features/accounts/server/sign-in/mail-links.ts";
import { hasConfirmedRecipient, isMailboxFull } from "#features/accounts/server/sign-in/unconfirmed-recipient.ts";
import { type BookedDocuments, bookedDocuments } from "#features/books/server/order-documents.ts";
import { findComplaintOf } from "#features/inbox/server/complaint-store.ts";
import { findContactMessage } from "#features/inbox/server/contact-store.ts";
import { findEntry, findReplyAddress } from "#features/inbox/server/conversations/entry-store.ts";
import { isFilling } from "#features/lotteries/rules/lifecycle.ts";
import { entryCount } from "#features/lotteries/rules/purchase/odds.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { stageOf } from "#features/orders/rules/refund-state.ts";
import { findDisputeForMail } from "#features/orders/server/reading/find-order-for-mail.ts";
import { PROPOSAL_KINDS } from "#features/staff/rules/proposals.ts";
import { receivesAlerts } from "#features/staff/server/alerts/queue-alert-digest.ts";
import type { StaffMail } from "#features/staff/server/team/mail-staff.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { batched } from "#platform/postgres/batched.ts";
import { ACCOUNT_MAILS } from "#shared/account-mails.ts";
import { isGone } from "#shared/database-errors.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { toLocale } from "#shared/language/languages.ts";
import { REFUND_STATES } from "#shared/states.ts";
import { deliverClaimed, deliverMail, newMessageId } from "./deliver-mail.ts";
import { finishMails, type MailEnd } from "./delivery-store.ts";
import { forgetMessagesFrom } from "./forget-messages.ts";
import { mailDrawOf } from "./mail-draw.ts";
import { accountNotice } from "./mails/account-notice.ts";
import { complaintNotice, contactNotice, contactReceipt, conversationMail } from "./mails/message-mails.ts";
import { freeEntryConfirmation, orderConfirmation } from "./mails/order-mails.ts";
import { disputeNotice, entryVoid, refundNotice } from "./mails/payment-mails.ts";
import type { Pen } from "./mails/pen.ts";
import { alertDigest, type StaffMessage, staffNotice } from "./mails/staff-mails.ts";
import { type ClaimedOrder, claimOrderMails, isMailBegun, type OrderMail } from "./store.ts";

/** The stage that each refund mail is about. It is not sent if the refund has moved on. */
const STAGES = { refund: "done", "refund-pending": "pending", "refund-failed": "failed" } as const;

/** Time to collect results before they are stored. A crash meanwhile resends, with the same Message-ID. */
const FINISH_MS = 50;

/** Batched database queries of mails that are sent at the same time. */
export type MailBatch = {
  readonly documentsOf: BookedDocuments;
  readonly claim: (mail: OrderMail) => Promise<ClaimedOrder | undefined>;
  readonly finish: (end: MailEnd) => Promise<void>;
};

/** Batches for the jobs of a process. */
export function createMailBatch(ctx: Ctx): MailBatch {
  return {
    documentsOf: bookedDocuments(ctx),
    claim: batched(
      async (mails) => {
        const claimed = await claimOrderMails(ctx.db, mails, ctx.now());
        return mails.map(({ message }) => claimed.get(message));
      },
      { retriesSeparately: (error) => !isGone(error) },
    ),
    finish: batched(
      async (ends) => {
        await finishMails(ctx.db, ends, ctx.now());
        return ends.map(() => undefined);
      },
      // These mails were sent: storing their results is retried until it succeeds.
      { retriesSeparately: () => true, pauseMs: FINISH_MS },
    ),
  };
}

/**
 * Mails about an order. Throws on temporary errors, so that the queue retries. Sends nothing if the
 * occasion is over.
 */
export async function sendOrderMail(ctx: Ctx, job: JobData["mail"], batch = createMailBatch(ctx)): Promise<void> {
  const { message, orderId, again, refundId } = job;
  const about = [message, orderId, ...[refundId ?? again].filter((part) => part !== undefined)].join(":");
  const stage = message in STAGES ? STAGES[message as keyof typeof STAGES] : undefined;
  const states = stage && REFUND_STATES.filter((state) => stageOf(state) === stage);
  // Before the mail is claimed: a crash here has sent nothing.
  const documents = message === "free-entry-confirmation" || message === "entry-void" ? [] : await batch.documentsOf(orderId);
  const claimed = await batch.claim({ orderId, refundId, message: about, messageId: newMessageId(ctx, about), states });
  if (!claimed?.mail || !claimed.order.reader) return;

  const { order, mail } = claimed;
  const { lottery, locale, tickets, refund } = order;
  const { email, firstName } = claimed.order.reader;
  const odds = { entries: Math.max(order.entries, tickets.length), among: entryCount(lottery, ctx.now()) };
  const known = { draw: mailDrawOf(lottery, locale), firstName, tickets };
  const paidAt = order.settledAt ?? ctx.now();
  const write = (pen: Pen) => {
    if (message === "free-entry-confirmation")
      return freeEntryConfirmation(pen, { ...known, order, receivedOn: order.receivedOn ?? londonDate(paidAt) });
    if (message === "entry-void") return entryVoid(pen, { ...known, order, isCard: order.receivedOn !== undefined });
    const creditNote = documents.find(({ kind, refundId: refund }) => kind === "credit_note" && refund === refundId)?.number;
    if (stage && refund) return refundNotice(pen, { ...known, order, refund: { ...refund, stage, creditNote } });
    const receiptNumber = documents.find(({ kind }) => kind === "receipt")?.number;
    return orderConfirmation(pen, {
      ...known,
      order: { ...order, paidAt, receiptNumber },
      odds,
      hasNewsAhead: isFilling(lottery),
    });
  };
  const delivery = { message: about, to: email, userId: order.userId, locale };
  await deliverClaimed(ctx, mail, delivery, write, batch.finish);
}

/**
 * Mails about an account. Throws on temporary errors. Unverified addresses get no typed text, and a limited
 * number of mails.
 */
export async function sendAccountMail(ctx: Ctx, mail: AccountMail): Promise<void> {
  const { message, about, userId, to, locale, until } = mail;
  // The deletion is certain now: delete messages from an address that was verified.
  if ((message === "account-deleted" || message === "account-closed") && mail.isOwn) await forgetMessagesFrom(ctx, mail);
  const kind = ACCOUNT_MAILS[message];
  const link = "link" in kind ? linkAddress(ctx, kind.link, about) : undefined;
  // The recipient of this mail has no account.
  const ownerId = message === "account-stays-closed" ? undefined : userId;
  const name = `${message}:${about}`;
  const isConfirmed = await hasConfirmedRecipient(ctx, mail);
  if (!isConfirmed && !(await isMailBegun(ctx.db, { message: name, recipient: to })) && (await isMailboxFull(ctx, mail))) {
    ctx.log.warn({ message, userId }, "an unverified mailbox has reached its daily limit of mails");
    return;
  }
  const [firstName, newEmail] = isConfirmed ? [mail.firstName, mail.newEmail ?? ""] : ["", ""];
  await deliverMail(ctx, { message: name, to, userId: ownerId, isUnconfirmed: !isConfirmed, locale }, (pen) =>
    accountNotice(pen, {
      message,
      firstName,
      email: to,
      newEmail,
      until: until === undefined ? undefined : new Date(until),
      link,
    }),
  );
}

/**
 * Mails alerts to the staff. Throws on temporary errors, so that the queue retries. Sends nothing to former
 * staff.
 */
export async function sendAlertMail(ctx: Ctx, digest: JobData["alert-mail"]): Promise<void> {
  const { digestId, more, userId, to, firstName, locale } = digest;
  if (!(await receivesAlerts(ctx, userId))) return;
  const t = ctx.messages[toLocale(locale)].getFixedT(null, "admin-alerts");
  // The same sentences as on screen.
  const alerts = digest.alerts.flatMap(({ id, kind, facts }) =>
    isAlertKind(kind) ? [{ id, ...alertSentences({ kind, facts }, locale, t) }] : [],
  );
  await deliverMail(ctx, { message: `alerts:${digestId}`, to, userId, locale }, (pen) =>
    alertDigest(pen, { firstName, alerts, more }),
  );
}

/** Mails a buyer about a disputed payment. Throws on temporary errors, so that the queue retries. */
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
    disputeNotice(pen, {
      draw,
      message,
      firstName: reader.isConfirmed ? reader.firstName : "",
      order: { orderNumber },
      dispute,
      tickets,
    }),
  );
}

/** Mails the staff about roles and approvals. */
export async function sendStaffMail(ctx: Ctx, mail: StaffMail): Promise<void> {
  const { message, about, userId, to, firstName, locale } = mail;
  const t = ctx.messages[toLocale(locale)].getFixedT(null, ["admin-people", "admin-approvals"]);
  // The same names as on screen.
  const roleName = (role: string | undefined) => {
    const known = ROLES.find((each) => each === role);
    return known ? t(`staff.roles.${roleKey(known)}`) : "";
  };
  const kind = PROPOSAL_KINDS.find((each) => each === mail.kind);
  const facts = {
    ...{ role: roleName(mail.role), was: roleName(mail.was), person: mail.person ?? "", by: mail.by ?? "" },
    act: kind ? t(`admin-approvals:approvals.kinds.${kind}`) : "",
  };
  const link = message === "staff-invited" ? invitationAddress(ctx, about) : undefined;
  const named = { message: `${message}:${about}`, to, locale, ...(userId !== undefined && { userId }) };
  await deliverMail(ctx, named, (pen) => staffNotice(pen, { message: messageOf(mail), firstName, facts, link }));
}

/** Which mail about a role or decision it is. */
function messageOf({ message, role, was, state }: StaffMail): StaffMessage {
  switch (message) {
    case "staff-invited":
      return "invited";
    case "staff-proposal":
      return "proposal";
    case "staff-role":
      if (role === undefined) return "gone";
      return was === undefined ? "given" : "changed";
    case "staff-changed":
      if (role === undefined) return "left";
      return was === undefined ? "joined" : "moved";
    case "staff-decided":
      return state === "confirmed" || state === "refused" ? state : "expired";
  }
}

/** Mails a complainant. Throws on temporary errors, so that the queue retries. */
export async function sendComplaintMail(ctx: Ctx, { message, messageId }: JobData["complaint-mail"]): Promise<void> {
  const [written, complaint] = await Promise.all([findContactMessage(ctx.db, messageId), findComplaintOf(ctx.db, messageId)]);
  if (!written || !complaint) return;
  const { email: to, locale } = written;
  await deliverMail(ctx, { message: `${message}:${messageId}`, to, replyTo: ctx.brand.current.trader.email, locale }, (pen) =>
    complaintNotice(pen, { message, complaint }),
  );
}

/**
 * Mails a contact message to the shop, and a receipt to its writer. Throws on temporary errors; both mails
 * are tried independently.
 */
export async function sendContactMail(ctx: Ctx, { messageId, entryId, withReceipt }: JobData["contact-mail"]): Promise<void> {
  const message = await findContactMessage(ctx.db, messageId);
  const entry = entryId === undefined ? undefined : await findEntry(ctx.db, entryId);
  if (!message || (entryId !== undefined && !entry)) return;
  const { id, locale, createdAt, number, userId: _, ...written } = message;
  const sender = { name: entry?.name ?? written.name, email: entry?.email ?? written.email };
  const fields = entry ? { ...sender, subject: entry.subject ?? written.subject, message: entry.text } : written;
  const about = entryId === undefined ? id : `${id}:${entryId}`;
  const toShop = { message: `contact:${about}`, to: ctx.brand.current.trader.email, replyTo: fields.email, locale };
  const mails = await Promise.allSettled([
    deliverMail(ctx, toShop, (pen) => contactNotice(pen, { id, number, fields, receivedAt: entry?.at ?? createdAt })),
    withReceipt && deliverMail(ctx, { message: `contact-receipt:${about}`, to: fields.email, locale }, contactReceipt),
  ]);
  for (const mail of mails) if (mail.status === "rejected") throw mail.reason;
}

async function isConfirmedAddress(ctx: Ctx, userId: string, address: string): Promise<boolean> {
  const contact = (await listContacts(ctx, [userId])).get(userId);
  return contact?.isConfirmed === true && contact.email === address.toLowerCase();
}

/** Mails the shop's answer to a player. Throws on temporary errors, so that the queue retries. */
export async function sendConversationMail(ctx: Ctx, { messageId, entryId }: JobData["conversation-mail"]): Promise<void> {
  const message = await findContactMessage(ctx.db, messageId);
  const entry = entryId === undefined ? undefined : await findEntry(ctx.db, entryId);
  if (!message || (entryId !== undefined && !entry)) return;
  const { email, locale, userId, subject, number } = message;
  const to = (await findReplyAddress(ctx.db, messageId)) ?? email;
  const delivery = {
    message: `conversation:${messageId}:${entryId ?? "start"}`,
    to,
    locale,
    ...(userId !== undefined && { userId, isUnconfirmed: !(await isConfirmedAddress(ctx, userId, to)) }),
  };
  await deliverMail(ctx, { ...delivery, replyTo: ctx.brand.current.trader.email }, (pen) =>
    conversationMail(pen, { subject, number, text: entry?.text ?? message.message, isAnswer: entry !== undefined }),
  );
}
