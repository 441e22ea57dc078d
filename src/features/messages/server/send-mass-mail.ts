/** A campaign made and begun at once, for whoever asks over the wire. */
import type { Actor } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { controlCampaign } from "./control-campaign.ts";
import { createCampaign, type NewCampaign } from "./create-campaign.ts";

/** As `createCampaign`. Asked again with the same key, it neither makes nor begins another. */
export async function sendMassMail(
  ctx: Ctx,
  actor: Actor,
  wanted: NewCampaign,
): Promise<Awaited<ReturnType<typeof createCampaign>>> {
  const created = await createCampaign(ctx, actor, wanted);
  if (!created.ok) return created;
  const started = await controlCampaign(ctx, actor, created.value.id, "start");
  // Anything but a draft has begun already, with the first request of this key.
  if (!started.ok && started.error !== "wrongState") throw new Error(`campaign ${created.value.id} could not be begun`);
  return created;
}
