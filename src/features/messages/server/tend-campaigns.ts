/** Keeps campaigns going, from time to time: after a crash, after a wait, and to their end. */
import { recordChange } from "#features/accounts/server/actor.ts";
import { raiseAlert } from "#features/accounts/server/raise-alert.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isOnSale } from "./campaign-draft.ts";
import { cancelQueued } from "./campaign-mail-store.ts";
import { type CampaignRow, listSendingCampaigns, lockCampaign, saveCampaignState } from "./campaign-store.ts";
import { findRest, giveUpStale, takeIdleCampaign } from "./delivery-store.ts";

/** Twice as long as a mail may take, so that whoever began it is gone, or will hear of it too late for it to matter. */
const STALE_MS = 180_000;
/** Without a sign of life for so long, whoever sent is gone. */
const IDLE_MS = 10_000;

export async function processCampaigns(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const unknown = await giveUpStale(ctx.db, new Date(now.getTime() - STALE_MS));
  if (unknown > 0) {
    ctx.log.warn(
      { mails: unknown, alert: "mails_unknown" },
      "emails were interrupted while being sent; whether they arrived is unknown",
    );
    const subject = { type: "shop", id: "campaigns" } as const;
    await raiseAlert(ctx.db, { kind: "mails_unknown", subject, facts: { mails: unknown }, at: now });
  }
  for (const campaign of await listSendingCampaigns(ctx.db)) await tend(ctx, campaign);
}

async function tend(ctx: Ctx, campaign: CampaignRow): Promise<void> {
  const now = ctx.now();
  const [lottery, rest] = await Promise.all([findLottery(ctx, campaign.lotteryId), findRest(ctx.db, campaign.id, now)]);
  if (!rest.isLeft) return endCampaign(ctx, campaign.id, "done");
  if (!lottery || !isOnSale(lottery, now)) return endCampaign(ctx, campaign.id, "cancelled");
  if (!rest.isDue) return;
  await ctx.db.transaction().execute(async (tx) => {
    if (await takeIdleCampaign(tx, campaign.id, new Date(now.getTime() - IDLE_MS), now))
      await ctx.jobs.send(tx, "campaign", { campaignId: campaign.id });
  });
}

/** Nothing is left to send, or the draw is over and what is left would mislead. Changes nothing where it has ended, or, for "done", where a mail is still to go. */
export async function endCampaign(ctx: Ctx, id: string, state: "done" | "cancelled"): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign?.state !== "sending") return;
    // A mail may have been queued again since the look.
    if (state === "done" && (await findRest(tx, id, ctx.now())).isLeft) return;
    await saveCampaignState(tx, id, state, ctx.now());
    if (state === "cancelled") await cancelQueued(tx, id);
    const change = { before: { state: campaign.state }, after: { state }, at: ctx.now() };
    const action = state === "done" ? "campaign.finish" : "campaign.cancel";
    await recordChange(tx, { actor: { kind: "clock" }, action, subjectType: "campaign", subjectId: id, ...change });
  });
}
