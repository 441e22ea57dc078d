/** Starts, pauses, resumes and cancels campaigns, settles unknown mails, and recovers from crashes. */
import { type Actor, hasFreshReauth, may, type ReauthRefusal, recordChange } from "#features/access/server/actor.ts";
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { type Err, err, ok, type Result } from "#shared/result.ts";
import { type CampaignTextProblem, checkCampaignText } from "../../rules/campaign-templates.ts";
import { type CampaignOrder, type StopReason, stateAfter } from "../../rules/campaign.ts";
import { findRemaining, markStaleUnknown, takeIdleCampaign } from "../delivery-store.ts";
import { stopReason } from "./campaign-draft.ts";
import { cancelQueued, settleUnknownRows } from "./campaign-mail-store.ts";
import { type CampaignRow, findStarter, listSendingCampaigns, lockCampaign, saveCampaignState } from "./campaign-store.ts";

type Refusal = "forbidden" | "not_found" | "wrongState";

/** The text was valid when it was written, but is not any more. */
type BadText = Err<"badText"> & {
  readonly problem: CampaignTextProblem;
  readonly draft: { readonly subject: string; readonly content: string };
};

/**
 * Carries out an order. Mails being sent still arrive. A repeated order gets `wrongState`. Starting checks
 * the text again.
 */
export async function controlCampaign(
  ctx: Ctx,
  actor: Actor,
  id: string,
  order: CampaignOrder,
): Promise<Result<undefined, Refusal | ReauthRefusal> | BadText> {
  if (!(await may(ctx, actor, "campaigns.write"))) return err("forbidden");
  if (order === "start" && !hasFreshReauth(ctx, actor)) return err("reauth_needed");
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (!campaign) return err("not_found");
    const state = stateAfter(order, campaign.state);
    if (state === undefined) return err("wrongState");
    const problem = state === "sending" ? checkCampaignText(campaign) : undefined;
    if (problem) return { ...err("badText"), problem, draft: campaign };
    await saveCampaignState(tx, id, state, ctx.now());
    if (state === "cancelled") await cancelQueued(tx, id);
    if (state === "sending") await ctx.jobs.send(tx, "campaign", { campaignId: id });
    await withdrawAlert(tx, { kind: "campaign_held", subject: { type: "campaign", id }, at: ctx.now() });
    const change = { before: { state: campaign.state }, after: { state }, at: ctx.now() };
    await recordChange(tx, { actor, action: `campaign.${order}`, subjectType: "campaign", subjectId: id, ...change });
    return ok();
  });
}

/**
 * Decides about mails that may have arrived: one, or "all". `resend` risks a duplicate, with the same
 * Message-ID. @returns their number
 */
export async function settleUnknown(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { mailId, decision }: { readonly mailId: string; readonly decision: "resend" | "leave" },
): Promise<Result<number, Refusal> | BadText> {
  if (!(await may(ctx, actor, "campaigns.write"))) return err("forbidden");
  if (!isUuid(id) || (mailId !== "all" && !isUuid(mailId))) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (!campaign) return err("not_found");
    const resend = decision === "resend";
    if (resend && campaign.state === "cancelled") return err("wrongState");
    const problem = resend ? checkCampaignText(campaign) : undefined;
    if (problem) return { ...err("badText"), problem, draft: campaign };
    const to = { state: resend ? ("queued" as const) : ("failed" as const), now: ctx.now() };
    const mails = await settleUnknownRows(tx, id, mailId === "all" ? undefined : mailId, to);
    if (mails === 0) return ok(0);
    if (resend && campaign.state !== "paused") {
      await saveCampaignState(tx, id, "sending", ctx.now());
      await ctx.jobs.send(tx, "campaign", { campaignId: id });
    }
    const subject = { subjectType: "campaign", subjectId: id };
    await recordChange(tx, { actor, action: `campaign.${decision}_unknown`, ...subject, after: { mails }, at: ctx.now() });
    return ok(mails);
  });
}

/** Twice as long as sending a mail may take: its worker has crashed, or will report too late. */
const STALE_MS = 180_000;
/** A worker without a heartbeat for this long has crashed. */
const IDLE_MS = 10_000;

/** The timer: recovers mails of crashed workers, and ends, pauses or continues campaigns. */
export async function processCampaigns(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const unknown = await markStaleUnknown(ctx.db, new Date(now.getTime() - STALE_MS));
  if (unknown > 0) {
    ctx.log.warn(
      { mails: unknown, alert: "mails_unknown" },
      "emails were interrupted while being sent; whether they arrived is unknown",
    );
    const subject = { type: "shop", id: "campaigns" } as const;
    await raiseAlert(ctx.db, { kind: "mails_unknown", subject, facts: { mails: unknown }, at: now });
  }
  for (const campaign of await listSendingCampaigns(ctx.db)) await processCampaign(ctx, campaign);
}

async function processCampaign(ctx: Ctx, campaign: CampaignRow): Promise<void> {
  const now = ctx.now();
  const [lottery, remaining] = await Promise.all([findLottery(ctx, campaign.lotteryId), findRemaining(ctx.db, campaign.id, now)]);
  if (!remaining.isLeft) return endCampaign(ctx, campaign.id, "done");
  const reason = stopReason(lottery, campaign, now);
  if (reason) return endCampaign(ctx, campaign.id, "cancelled", reason);
  if (await isStarterGone(ctx, campaign.id)) return holdCampaign(ctx, campaign.id, "starter_gone");
  if (!remaining.isDue) return;
  await ctx.db.transaction().execute(async (tx) => {
    if (await takeIdleCampaign(tx, campaign.id, new Date(now.getTime() - IDLE_MS), now))
      await ctx.jobs.send(tx, "campaign", { campaignId: campaign.id });
  });
}

/** Whether the member of staff who started it has lost the right, perhaps by dismissal. */
async function isStarterGone(ctx: Pick<Ctx, "db" | "log">, id: string): Promise<boolean> {
  const starter = await findStarter(ctx.db, id);
  // Without `env`: a second factor that is missing for a while must not stop campaigns.
  const roleCtx = { db: ctx.db, log: ctx.log };
  return starter !== undefined && !(await may(roleCtx, { kind: "admin", id: starter }, "campaigns.write"));
}

/** Pauses a sending campaign until staff resume or cancel it. */
export async function holdCampaign(ctx: Ctx, id: string, because: StopReason): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign?.state !== "sending") return;
    const at = ctx.now();
    await saveCampaignState(tx, id, "paused", at);
    const change = { before: { state: campaign.state }, after: { state: "paused", because }, at };
    await recordChange(tx, {
      actor: { kind: "clock" },
      action: "campaign.pause",
      subjectType: "campaign",
      subjectId: id,
      ...change,
    });
    await raiseAlert(tx, { kind: "campaign_held", subject: { type: "campaign", id }, at });
    ctx.log.warn({ alert: "campaign_held", campaignId: id, because }, "a campaign is paused until staff decide");
  });
}

/** Ends a sending campaign: all mails are handled (`done`), or its draw or code is over. */
export async function endCampaign(ctx: Ctx, id: string, state: "done" | "cancelled", because?: StopReason): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign?.state !== "sending") return;
    // A mail may have been queued again since the check.
    if (state === "done" && (await findRemaining(tx, id, ctx.now())).isLeft) return;
    await saveCampaignState(tx, id, state, ctx.now());
    if (state === "cancelled") await cancelQueued(tx, id);
    const change = { before: { state: campaign.state }, after: { state, ...(because && { because }) }, at: ctx.now() };
    const action = state === "done" ? "campaign.finish" : "campaign.cancel";
    await recordChange(tx, { actor: { kind: "clock" }, action, subjectType: "campaign", subjectId: id, ...change });
  });
}
