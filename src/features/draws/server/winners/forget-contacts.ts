/** Deletes retained contacts of erased accounts once their last draw is over. Called periodically. */
import { forgetRetainedContacts, listRetainedContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { forgetWinnerRecords } from "#features/lotteries/server/prize/winner-records.ts";
import { forgetCards } from "#features/orders/server/settlement/forget-cards.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { listNeeded } from "../reading/participant-store.ts";

/** After this time, the prize is no longer handed over. */
const PRIZE_DAYS = 180;

/** Also deletes old cards and winners' records. */
export async function forgetContacts(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const retained = await listRetainedContacts(ctx);
  const needed = await listNeeded(ctx.db, retained, new Date(ctx.now().getTime() - PRIZE_DAYS * 86_400_000));
  await forgetRetainedContacts(
    ctx,
    retained.filter((userId) => !needed.has(userId)),
  );
  // Includes their cards.
  await forgetCards(ctx);
  await forgetWinnerRecords(ctx);
}
