/** Periodic tasks. */

import { byTheEarlierClock } from "#features/accounts/server/compare-clocks.ts";
import { forgetExpired } from "#features/accounts/server/forget-expired.ts";
import { updateJournal } from "#features/books/server/journal/update-journal.ts";
import { advanceDraws } from "#features/draws/server/closing/advance-draws.ts";
import { watchProofs } from "#features/draws/server/drawing/watch-proofs.ts";
import { remindOfDraws } from "#features/draws/server/remind-of-draws.ts";
import { forgetContacts } from "#features/draws/server/winners/forget-contacts.ts";
import { remindOfHandovers } from "#features/draws/server/winners/remind-of-handovers.ts";
import { alertOverdueComplaints } from "#features/inbox/server/list-complaints.ts";
import { alertWaitingMessages } from "#features/inbox/server/list-inbox.ts";
import { deliverWebhooks, forgetEvents } from "#features/integrations/server/deliver-webhooks.ts";
import { pauseOrphanedEndpoints } from "#features/integrations/server/pause-orphaned-endpoints.ts";
import { sweepPictures } from "#features/lotteries/server/pictures/store-pictures.ts";
import { publishScheduled } from "#features/lotteries/server/publish-scheduled.ts";
import { processCampaigns } from "#features/mail/server/campaigns/control-campaign.ts";
import { forgetMessages, forgetMessagesOfErased } from "#features/mail/server/forget-messages.ts";
import { forgetEvidence } from "#features/orders/server/disputes/evidence/forget-evidence.ts";
import { removeStaffEntries } from "#features/orders/server/refunds/remove-staff-entries.ts";
import { forgetPeopleByPost } from "#features/orders/server/settlement/forget-cards.ts";
import { forgetCodeKeys } from "#features/orders/server/settlement/forget-code-keys.ts";
import { reconcilePayments } from "#features/orders/server/settlement/reconcile-payments.ts";
import { sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import { remindOfHelp } from "#features/player-protection/server/code-of-practice/remind-of-help.ts";
import { remindOfReview } from "#features/player-protection/server/code-of-practice/review-code-of-practice.ts";
import { forgetHarmCases, watchPlay } from "#features/player-protection/server/harm/watch-play.ts";
import { forgetPlaces } from "#features/queue/server/enter.ts";
import { performChecks } from "#features/settings/server/going-live/run-checks.ts";
import { holdTexts } from "#features/site/server/texts/save-text.ts";
import { queueAlertDigest } from "#features/staff/server/alerts/queue-alert-digest.ts";
import { expireProposals } from "#features/staff/server/approvals/decide-proposal.ts";
import { forgetInvitations } from "#features/staff/server/team/forget-invitations.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { watchInvariants, watchProvider } from "../checks/watch-invariants.ts";
import { byOneProcess } from "./by-one-process.ts";
import { ifClockAgrees } from "./clock-guard.ts";

const HOUR = 3600;

/** Starts them. They stop with `ctx.jobs`, which waits for running ones. */
export function startTimers(ctx: Ctx): void {
  const every = (everySeconds: number, name: string, run: () => Promise<unknown>) => ctx.jobs.repeat({ name, everySeconds, run });
  /** For irreversible, time-based tasks. */
  const everyIfClockFits = (everySeconds: number, name: string, run: () => Promise<unknown>) =>
    every(everySeconds, name, ifClockAgrees(ctx, run));

  every(15, "sweep orders", async () => sweepOrders(await byTheEarlierClock(ctx)));
  every(60, "keep staff out of draws", () => removeStaffEntries(ctx));
  every(60, "hold endpoints", () => pauseOrphanedEndpoints(ctx));
  every(15, "hold texts", () => holdTexts(ctx));
  every(5, "campaigns", () => processCampaigns(ctx));
  every(1, "webhooks", () => deliverWebhooks(ctx, ctx.jobs.stopping));
  everyIfClockFits(5, "publish drafts", () => publishScheduled(ctx));
  // A round of the beacon takes three.
  everyIfClockFits(3, "draws", () => advanceDraws(ctx));
  every(
    300,
    "reconcile payments",
    byOneProcess(ctx, "reconcileRound", () => reconcilePayments(ctx)),
  );
  every(300, "check the invariants", () => watchInvariants(ctx));
  every(
    HOUR,
    "compare with the provider",
    byOneProcess(ctx, "compareRound", () => watchProvider(ctx)),
  );
  every(HOUR, "keep the journal", async () => updateJournal(await byTheEarlierClock(ctx)));
  every(HOUR, "look whether all is well", () => performChecks(ctx));
  // Mails have their own, longer pause.
  every(60, "mail alerts", () => queueAlertDigest(ctx));
  everyIfClockFits(600, "expire proposals", () => expireProposals(ctx));
  everyIfClockFits(HOUR, "sweep pictures", () => sweepPictures(ctx));
  every(HOUR, "watch the proofs", () => watchProofs(ctx));
  every(HOUR, "watch for signs of harm", () => watchPlay(ctx));

  // Reminders about reviews that are due after months.
  every(12 * HOUR, "remind of the list of help", () => remindOfHelp(ctx));
  every(12 * HOUR, "remind of the review", () => remindOfReview(ctx));
  every(12 * HOUR, "remind of prizes", () => remindOfHandovers(ctx));
  everyIfClockFits(HOUR, "remind of draws", () => remindOfDraws(ctx));
  every(HOUR, "remind of complaints", () => alertOverdueComplaints(ctx));
  every(HOUR, "remind of messages", () => alertWaitingMessages(ctx));

  everyIfClockFits(600, "forget events", () => forgetEvents(ctx));
  everyIfClockFits(600, "forget what expired", () => forgetExpired(ctx));
  everyIfClockFits(600, "forget invitations", () => forgetInvitations(ctx));
  everyIfClockFits(600, "forget messages of erased accounts", () => forgetMessagesOfErased(ctx));
  everyIfClockFits(600, "forget contact details", () => forgetContacts(ctx));
  everyIfClockFits(HOUR, "forget who came by post", () => forgetPeopleByPost(ctx));
  everyIfClockFits(HOUR, "forget who used codes", () => forgetCodeKeys(ctx));
  everyIfClockFits(600, "forget signs of harm", () => forgetHarmCases(ctx));
  everyIfClockFits(600, "forget places in queues", () => forgetPlaces(ctx));
  everyIfClockFits(HOUR, "forget evidence of disputes", () => forgetEvidence(ctx));
  everyIfClockFits(600, "forget old messages", () => forgetMessages(ctx));
}
