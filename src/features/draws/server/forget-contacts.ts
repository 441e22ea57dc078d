/** Contact details of erased accounts are kept for their draws alone: when the last is over, they go. To be called now and then. */
import { forgetRetainedContacts, listRetainedContacts } from "#features/accounts/server/list-contacts.ts";
import { forgetWinnerRecords } from "#features/lotteries/server/winner-records.ts";
import { forgetCards } from "#features/orders/server/forget-cards.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { listNeeded } from "./participant-store.ts";

/** A winner, or a reserve, who has not got the prize by then will not get it. */
const PRIZE_DAYS = 180;

export async function forgetContacts(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const retained = await listRetainedContacts(ctx);
  const needed = await listNeeded(ctx.db, retained, new Date(ctx.now().getTime() - PRIZE_DAYS * 86_400_000));
  await forgetRetainedContacts(
    ctx,
    retained.filter((userId) => !needed.has(userId)),
  );
  // What stood on their cards goes with them.
  await forgetCards(ctx);
  await forgetWinnerRecords(ctx);
}
