/** Starting, pausing, resuming and calling off a campaign; and deciding about mails of which nobody knows whether they arrived. */
import { type Actor, hasFreshProof, may, type ProvenRefusal, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { type Err, err, ok, type Result } from "#shared/result.ts";
import { type CampaignOrder, stateAfter } from "../rules/campaign.ts";
import { type CampaignTextProblem, checkCampaignText } from "../rules/campaign-templates.ts";
import { cancelQueued, settleUnknownRows } from "./campaign-mail-store.ts";
import { lockCampaign, saveCampaignState } from "./campaign-store.ts";

type Refusal = "forbidden" | "not_found" | "wrongState";

/** The text was fit to be sent when it was written, and is not any more: with what is wrong with it. */
type BadText = Err<"badText"> & {
  readonly problem: CampaignTextProblem;
  readonly draft: { readonly subject: string; readonly content: string };
};

/**
 * Mails on their way this moment arrive whatever is ordered; none begins after it. A page that was pressed twice hears `wrongState`. What begins to send, or goes
 * on, is looked over as if it had just been written: the list of refused words may have grown since.
 */
export async function controlCampaign(
  ctx: Ctx,
  actor: Actor,
  id: string,
  order: CampaignOrder,
): Promise<Result<undefined, Refusal | ProvenRefusal> | BadText> {
  if (!(await may(ctx, actor, "campaigns.write"))) return err("forbidden");
  if (order === "start" && !hasFreshProof(ctx, actor)) return err("proof_needed");
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
    const change = { before: { state: campaign.state }, after: { state }, at: ctx.now() };
    await recordChange(tx, { actor, action: `campaign.${order}`, subjectType: "campaign", subjectId: id, ...change });
    return ok();
  });
}

/**
 * A crash or a broken line may hide whether a mail arrived. `resend` risks a second one, with the same Message-ID; `leave` risks none at all.
 *
 * @param mailId one of them, or "all"
 * @returns how many it was about; `wrongState` for a campaign that was cancelled, which sends nothing more
 */
export async function settleUnknown(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { mailId, decision }: { readonly mailId: string; readonly decision: "resend" | "leave" },
): Promise<Result<number, Refusal>> {
  if (!(await may(ctx, actor, "campaigns.write"))) return err("forbidden");
  if (!isUuid(id) || (mailId !== "all" && !isUuid(mailId))) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (!campaign) return err("not_found");
    const resend = decision === "resend";
    if (resend && campaign.state === "cancelled") return err("wrongState");
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
