/** The states of a campaign, and of each of its mails. */

import type { MailTopic } from "#features/accounts/rules/mail-refusal.ts";
import { words } from "#shared/text/words.ts";
import type { CampaignTemplateId } from "./campaign-templates.ts";

/** `draft`: not started. `sending`: due mails are sent. `done`: nothing is left to send. */
export const CAMPAIGN_STATES = ["draft", "sending", "paused", "cancelled", "done"] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * `failed`: given up. `suppressed`: its reader may no longer be written to. `cancelled`: with the campaign.
 * `unknown`: the shop or the connection failed before the reply, so it may have arrived; staff decide.
 */
export const DELIVERY_STATES = ["queued", "sending", "sent", "failed", "suppressed", "unknown", "cancelled"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Mails by state. */
export type CampaignProgress = Readonly<Record<DeliveryState, number>> & { readonly total: number };

/** What staff can do with a campaign. */
export type CampaignOrder = "start" | "pause" | "resume" | "cancel";

/** Why the timer stopped a campaign: for good (its draw or code is over), or until staff decide. */
export const STOP_REASONS = words("draw_cancelled draw_over sold_out draw_gone code_over starter_gone unwritten");
export type StopReason = (typeof STOP_REASONS)[number];

const ORDERS: Readonly<Record<CampaignOrder, { readonly from: readonly CampaignState[]; readonly to: CampaignState }>> = {
  start: { from: ["draft"], to: "sending" },
  pause: { from: ["sending"], to: "paused" },
  resume: { from: ["paused"], to: "sending" },
  cancel: { from: ["draft", "sending", "paused"], to: "cancelled" },
};

/** The state after an order. Undefined if it is not possible now. */
export function stateAfter(order: CampaignOrder, state: CampaignState): CampaignState | undefined {
  const { from, to } = ORDERS[order];
  return from.includes(state) ? to : undefined;
}

const TOPICS: Readonly<Record<CampaignTemplateId, MailTopic>> = {
  "lottery-launch": "draws",
  "lottery-ending-soon": "draws",
  "weekly-update": "weekly",
  "vip-offer": "offers",
};

/** The topic that readers must have agreed to. */
export function topicOf(template: CampaignTemplateId): MailTopic {
  return TOPICS[template];
}

/** Attempts per mail; with the waits between them they last for about six hours. */
const MOST_ATTEMPTS = 10;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 2 * 3_600_000;

/** Wait after a failed attempt, in ms: doubled, plus up to a quarter by `luck`. Undefined after the last. */
export function waitAfter(attempts: number, luck: number): number | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 + luck / 4));
}

/** Whether the text contains HTML, which is refused: readers would see it literally. */
export function hasMarkup(text: string): boolean {
  return /<\s*[a-z!/?][^>]*>/i.test(text);
}
