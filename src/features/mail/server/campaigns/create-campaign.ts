/** Creates a campaign with its mails. */
import { type Actor, adminIdOf, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { offerEnd, VIP_OFFER } from "#features/lotteries/rules/purchase/promotion.ts";
import { createPromotion } from "#features/lotteries/server/promotion-codes.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Err, err, type Ok, ok } from "#shared/result.ts";
import { topicOf } from "../../rules/campaign.ts";
import { type CheckedDraft, checkDraft, cleanText, type Draft, type DraftRefusal } from "./campaign-draft.ts";
import { countDeliveries, insertDeliveries } from "./campaign-mail-store.ts";
import { type CampaignRow, findCampaignByKey, insertCampaign } from "./campaign-store.ts";
import { controlCampaign } from "./control-campaign.ts";
import { collectRecipients, type Recipients } from "./list-recipients.ts";

export type NewCampaign = Draft & {
  readonly recipients: Recipients;
  /** Makes repeated requests create one campaign. */
  readonly requestKey?: string | undefined;
  /** Expiry of the code; default: a fortnight. */
  readonly promotionExpiresAt?: Date | undefined;
};
/** `reachable`: mails queued. `refused`: chosen recipients who may not be written to. */
export type CreatedCampaign = { readonly id: string; readonly reachable: number; readonly refused: number };

/** Mails per INSERT. */
const AT_ONCE = 5_000;

/**
 * Checks the draft, collects the recipients and queues their mails. @returns `noRecipients` if no recipient
 * may be written to; `sentOtherwise` if the key has another text
 */
export async function createCampaign(
  ctx: Ctx,
  actor: Actor,
  newCampaign: NewCampaign,
): Promise<Ok<CreatedCampaign> | Err<ReauthRefusal | "noRecipients" | "sentOtherwise"> | DraftRefusal> {
  const reauth = await requireReauth(ctx, actor, "campaigns.write");
  if (!reauth.ok) return reauth;
  const earlier = await findByRequestKey(ctx, newCampaign);
  if (earlier) return earlier;
  const checked = await checkDraft(ctx, newCampaign);
  if (!checked.ok) return checked;
  const chosen = { recipients: newCampaign.recipients, topic: topicOf(checked.value.template) };
  const { readers, refused } = await collectRecipients(ctx, actor, chosen);
  if (readers.length === 0) return err("noRecipients");

  const id = await ctx.db.transaction().execute(async (tx) => {
    const promotionId = await promotionFor(ctx, tx, checked.value, newCampaign.promotionExpiresAt);
    const { template, lottery, subject, content } = checked.value;
    const campaign = {
      template,
      lotteryId: lottery.id,
      subject,
      content,
      promotionId,
      requestKey: newCampaign.requestKey,
      refused,
    };
    const made = await insertCampaign(tx, { ...campaign, createdBy: adminIdOf(actor), now: ctx.now() });
    if (made === undefined) return undefined;
    for (let from = 0; from < readers.length; from += AT_ONCE)
      await insertDeliveries(tx, made, readers.slice(from, from + AT_ONCE), ctx.now());
    const after = { template, lottery_id: lottery.id, subject, recipients: readers.length };
    await recordChange(tx, { actor, action: "campaign.create", subjectType: "campaign", subjectId: made, after, at: ctx.now() });
    return made;
  });
  if (id !== undefined) return ok({ id, reachable: readers.length, refused });
  const other = await findByRequestKey(ctx, newCampaign);
  if (!other) throw new Error("a campaign was neither created nor found");
  return other;
}

async function findByRequestKey(
  ctx: Ctx,
  newCampaign: NewCampaign,
): Promise<Ok<CreatedCampaign> | Err<"sentOtherwise"> | undefined> {
  const campaign = newCampaign.requestKey === undefined ? undefined : await findCampaignByKey(ctx.db, newCampaign.requestKey);
  if (!campaign) return undefined;
  if (!isSame(campaign, newCampaign)) return err("sentOtherwise");
  const progress = (await countDeliveries(ctx.db, [campaign.id])).get(campaign.id);
  return ok({ id: campaign.id, reachable: progress?.total ?? 0, refused: campaign.refused });
}

function isSame(campaign: CampaignRow, { template, lotteryId, subject, content }: NewCampaign): boolean {
  const isSameDraw = campaign.template === template && campaign.lotteryId === lotteryId.toLowerCase();
  return isSameDraw && campaign.subject === cleanText(subject) && campaign.content === cleanText(content);
}

/** Creates the code of an offer. Undefined for other templates. */
async function promotionFor(
  ctx: Ctx,
  tx: Tx,
  { template }: CheckedDraft,
  expiresAt: Date | undefined,
): Promise<string | undefined> {
  if (template !== "vip-offer") return undefined;
  const until = expiresAt ?? offerEnd(ctx.now(), VIP_OFFER.days);
  return (await createPromotion(ctx, tx, { percentOff: VIP_OFFER.percentOff, expiresAt: until })).id;
}

/** Creates and starts a campaign. Idempotent per request key. */
export async function sendMassMail(
  ctx: Ctx,
  actor: Actor,
  newCampaign: NewCampaign,
): Promise<Awaited<ReturnType<typeof createCampaign>>> {
  const created = await createCampaign(ctx, actor, newCampaign);
  if (!created.ok) return created;
  const started = await controlCampaign(ctx, actor, created.value.id, "start");
  // A first request with this key has started it.
  if (!started.ok && started.error !== "wrongState") throw new Error(`campaign ${created.value.id} could not be started`);
  return created;
}
