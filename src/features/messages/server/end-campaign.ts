/** The end of a campaign: nothing is left to send; or the draw that it speaks of is over, and what is left would mislead. */
import { recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { cancelQueued } from "./campaign-mail-store.ts";
import { lockCampaign, saveCampaignState } from "./campaign-store.ts";
import { findRest } from "./delivery-store.ts";

/** Changes nothing where it has ended already, or, for "done", where a mail is still to go. */
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
