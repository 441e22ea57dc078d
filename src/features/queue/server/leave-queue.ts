/** Giving a place up, and forgetting places that nobody needs. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { deleteOldPlaces, deletePlacesOf, leavePlace, type Of } from "./place-store.ts";

/** For questions about who waited for how long. */
const KEPT_MS = 7 * 86_400_000;

/** Whoever comes back starts at the end. */
export async function leaveQueue(ctx: Pick<Ctx, "db" | "now">, of: Of): Promise<void> {
  if (isUuid(of.lotteryId)) await leavePlace(ctx.db, of, ctx.now());
}

export async function forgetPlaces(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldPlaces(ctx.db, new Date(ctx.now().getTime() - KEPT_MS));
}

/** When an account is erased. */
export async function forgetPlacesOf(db: Parameters<typeof deletePlacesOf>[0], userId: string): Promise<void> {
  await deletePlacesOf(db, userId);
}
