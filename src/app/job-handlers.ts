/** What goes on without a request: queues and timers. */
import { expireProposals } from "#features/accounts/server/decide-proposal.ts";
import { forgetExpired } from "#features/accounts/server/forget-expired.ts";
import { prepareGuesses } from "#features/accounts/server/guessable.ts";
import { queueAlertDigest, raiseAlert } from "#features/accounts/server/raise-alert.ts";
import { remindOfHelp } from "#features/accounts/server/remind-of-help.ts";
import { sendPasswordReset } from "#features/accounts/server/reset-password.ts";
import { remindOfReview } from "#features/accounts/server/review-practice.ts";
import { holdTexts } from "#features/accounts/server/save-text.ts";
import { sendSignInLink } from "#features/accounts/server/sign-in-link.ts";
import { keepJournal } from "#features/books/server/keep-journal.ts";
import { advanceDraws } from "#features/draws/server/advance-draws.ts";
import { forgetContacts } from "#features/draws/server/forget-contacts.ts";
import { remindOfDraws } from "#features/draws/server/remind-of-draws.ts";
import { remindOfHandovers } from "#features/draws/server/remind-of-handovers.ts";
import { watchProofs } from "#features/draws/server/watch-proofs.ts";
import { deliverWebhooks, forgetEvents } from "#features/integrations/server/deliver-webhooks.ts";
import { holdEndpoints } from "#features/integrations/server/hold-endpoints.ts";
import { sweepPictures } from "#features/lotteries/server/keep-pictures.ts";
import { processCampaigns } from "#features/messages/server/control-campaign.ts";
import { deliverCampaign } from "#features/messages/server/deliver-campaign.ts";
import { forgetMessages } from "#features/messages/server/forget-messages.ts";
import { remindOfComplaints } from "#features/messages/server/list-complaints.ts";
import { remindOfMessages } from "#features/messages/server/list-inbox.ts";
import { sendDrawNews } from "#features/messages/server/send-draw-news.ts";
import {
  mailsTogether,
  sendAccountMail,
  sendAlertMail,
  sendComplaintMail,
  sendContactMail,
  sendDisputeMail,
  sendOrderMail,
  sendStaffMail,
} from "#features/messages/server/send-mails.ts";
import { keepStaffOut } from "#features/orders/server/keep-staff-out.ts";
import { keyInBatch } from "#features/orders/server/key-in-batch.ts";
import { reconcilePayments } from "#features/orders/server/reconcile-payments.ts";
import { sendRefund } from "#features/orders/server/send-refund.ts";
import { sweepOrders } from "#features/orders/server/sweep-orders.ts";
import { forgetCare, watchPlay } from "#features/orders/server/watch-play.ts";
import { forgetPlaces } from "#features/queue/server/enter.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { byTheEarlierClock, whereClockFits } from "./fitting-clock.ts";
import { findBrokenInvariants, invariantIds } from "./invariants.ts";
import { lookAround } from "./live/look-over.ts";
import { compareWithProvider } from "./provider-ledger.ts";

const MAILS_AT_ONCE = 32;
const CAMPAIGN_SECONDS = 5;
const SWEEP_SECONDS = 15;
const STAFF_SECONDS = 60;
const TEXTS_SECONDS = 15;
/** A round of the beacon takes three. */
const DRAW_SECONDS = 3;
const RECONCILE_SECONDS = 300;
const FORGET_SECONDS = 600;
/** The mail itself goes no more often than its own pause allows. */
const ALERTS_SECONDS = 60;
const WEBHOOK_SECONDS = 1;
const PICTURES_SECONDS = 3600;
const CHECK_SECONDS = 300;
const COMPARE_SECONDS = 3600;
const JOURNAL_SECONDS = 3600;
/** Of what is asked for again after months. */
const REMIND_SECONDS = 43_200;
const LOOK_SECONDS = 3600;

/** Starts to work. It ends with `ctx.jobs`, which lets running jobs finish. */
export async function startJobHandlers(ctx: Ctx): Promise<void> {
  await prepareGuesses();
  const together = mailsTogether(ctx);
  await ctx.jobs.work("mail", (about) => sendOrderMail(ctx, about, together), MAILS_AT_ONCE);
  await ctx.jobs.work("account-mail", (mail) => sendAccountMail(ctx, mail));
  await ctx.jobs.work("staff-mail", (mail) => sendStaffMail(ctx, mail));
  await ctx.jobs.work("password-reset", (asked) => sendPasswordReset(ctx, asked));
  await ctx.jobs.work("sign-in-link", (refused) => sendSignInLink(ctx, refused));
  await ctx.jobs.work("draw-news", (news) => sendDrawNews(ctx, news));
  await ctx.jobs.work("contact-mail", (contact) => sendContactMail(ctx, contact));
  await ctx.jobs.work("complaint-mail", (mail) => sendComplaintMail(ctx, mail));
  await ctx.jobs.work("dispute-mail", (mail) => sendDisputeMail(ctx, mail));
  await ctx.jobs.work("alert-mail", (digest) => sendAlertMail(ctx, digest));
  await ctx.jobs.work("campaign", ({ campaignId }) => deliverCampaign(ctx, campaignId));
  await ctx.jobs.work("postal-batch", ({ proposalId }) => keyInBatch(ctx, proposalId));
  await ctx.jobs.work("refund", ({ orderId }) => sendRefund(ctx, orderId));
  ctx.jobs.repeat({
    name: "sweep orders",
    everySeconds: SWEEP_SECONDS,
    run: async () => void (await sweepOrders(await byTheEarlierClock(ctx))),
  });
  ctx.jobs.repeat({ name: "keep staff out of draws", everySeconds: STAFF_SECONDS, run: () => keepStaffOut(ctx) });
  ctx.jobs.repeat({ name: "hold endpoints", everySeconds: STAFF_SECONDS, run: () => holdEndpoints(ctx) });
  ctx.jobs.repeat({ name: "hold texts", everySeconds: TEXTS_SECONDS, run: () => holdTexts(ctx) });
  ctx.jobs.repeat({ name: "campaigns", everySeconds: CAMPAIGN_SECONDS, run: () => processCampaigns(ctx) });
  ctx.jobs.repeat({
    name: "webhooks",
    everySeconds: WEBHOOK_SECONDS,
    run: async () => void (await deliverWebhooks(ctx, ctx.jobs.stopping)),
  });
  ctx.jobs.repeat({ name: "forget events", everySeconds: FORGET_SECONDS, run: whereClockFits(ctx, () => forgetEvents(ctx)) });
  ctx.jobs.repeat({ name: "draws", everySeconds: DRAW_SECONDS, run: whereClockFits(ctx, () => advanceDraws(ctx)) });
  ctx.jobs.repeat({ name: "reconcile payments", everySeconds: RECONCILE_SECONDS, run: () => reconcilePayments(ctx) });
  ctx.jobs.repeat({ name: "check the invariants", everySeconds: CHECK_SECONDS, run: () => watchInvariants(ctx) });
  ctx.jobs.repeat({ name: "compare with the provider", everySeconds: COMPARE_SECONDS, run: () => watchProvider(ctx) });
  ctx.jobs.repeat({
    name: "keep the journal",
    everySeconds: JOURNAL_SECONDS,
    run: async () => keepJournal(await byTheEarlierClock(ctx)),
  });
  ctx.jobs.repeat({ name: "look whether all is well", everySeconds: LOOK_SECONDS, run: () => lookAround(ctx) });
  ctx.jobs.repeat({ name: "mail alerts", everySeconds: ALERTS_SECONDS, run: () => queueAlertDigest(ctx) });
  ctx.jobs.repeat({
    name: "forget what expired",
    everySeconds: FORGET_SECONDS,
    run: whereClockFits(ctx, () => forgetExpired(ctx)),
  });
  ctx.jobs.repeat({
    name: "expire proposals",
    everySeconds: FORGET_SECONDS,
    run: whereClockFits(ctx, () => expireProposals(ctx)),
  });
  ctx.jobs.repeat({
    name: "forget contact details",
    everySeconds: FORGET_SECONDS,
    run: whereClockFits(ctx, () => forgetContacts(ctx)),
  });
  ctx.jobs.repeat({
    name: "sweep pictures",
    everySeconds: PICTURES_SECONDS,
    run: whereClockFits(ctx, async () => void (await sweepPictures(ctx))),
  });
  ctx.jobs.repeat({ name: "remind of the list of help", everySeconds: REMIND_SECONDS, run: () => remindOfHelp(ctx) });
  ctx.jobs.repeat({ name: "remind of the review", everySeconds: REMIND_SECONDS, run: () => remindOfReview(ctx) });
  ctx.jobs.repeat({ name: "remind of prizes", everySeconds: REMIND_SECONDS, run: () => remindOfHandovers(ctx) });
  ctx.jobs.repeat({
    name: "remind of draws",
    everySeconds: LOOK_SECONDS,
    run: whereClockFits(ctx, () => remindOfDraws(ctx)),
  });
  ctx.jobs.repeat({ name: "watch the proofs", everySeconds: LOOK_SECONDS, run: () => watchProofs(ctx) });
  ctx.jobs.repeat({ name: "remind of complaints", everySeconds: LOOK_SECONDS, run: () => remindOfComplaints(ctx) });
  ctx.jobs.repeat({ name: "remind of messages", everySeconds: LOOK_SECONDS, run: () => remindOfMessages(ctx) });
  ctx.jobs.repeat({ name: "watch for signs of harm", everySeconds: LOOK_SECONDS, run: () => watchPlay(ctx) });
  ctx.jobs.repeat({
    name: "forget signs of harm",
    everySeconds: FORGET_SECONDS,
    run: whereClockFits(ctx, () => forgetCare(ctx)),
  });
  ctx.jobs.repeat({
    name: "forget places in queues",
    everySeconds: FORGET_SECONDS,
    run: whereClockFits(ctx, () => forgetPlaces(ctx)),
  });
  ctx.jobs.repeat({
    name: "forget old messages",
    everySeconds: FORGET_SECONDS,
    run: whereClockFits(ctx, () => forgetMessages(ctx)),
  });
}

/** What to do when it rings: docs/operations.md. */
export async function watchInvariants(ctx: Pick<Ctx, "db" | "media" | "metrics" | "log" | "now">): Promise<void> {
  const broken = await findBrokenInvariants(ctx, "watched");
  const counts = new Map(invariantIds().map((id) => [id, 0]));
  for (const { id, says, rows } of broken) {
    counts.set(id, rows.length);
    // No rows: some name people. `npm run invariants` shows them to whoever may see the database.
    ctx.log.error({ alert: "invariant_broken", invariant: id, rows: rows.length }, `an invariant is broken: ${says}`);
    const subject = { type: "shop", id } as const;
    await raiseAlert(ctx.db, { kind: "invariant_broken", subject, facts: { invariant: id, rows: rows.length }, at: ctx.now() });
  }
  ctx.metrics.invariants(counts, ctx.now());
}

/** How far back a round looks: longer than what the reconciliation of payments may take to hear of something. */
const COMPARED_HOURS = 26;

/** Compares the books of the last day with the provider's ledger. What to do when it rings: docs/operations.md. */
async function watchProvider(ctx: Pick<Ctx, "db" | "payments" | "log" | "now">): Promise<void> {
  const since = new Date(ctx.now().getTime() - COMPARED_HOURS * 3_600_000);
  for (const { id, says, rows } of await compareWithProvider(ctx, since)) {
    ctx.log.error({ alert: "invariant_broken", invariant: id, rows: rows.length }, `an invariant is broken: ${says}`);
    const subject = { type: "shop", id } as const;
    await raiseAlert(ctx.db, { kind: "invariant_broken", subject, facts: { invariant: id, rows: rows.length }, at: ctx.now() });
  }
}
