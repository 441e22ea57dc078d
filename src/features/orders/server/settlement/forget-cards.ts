/** Deletes postal cards and their senders after the retention period. Runs periodically. */
import { lockPerson } from "#features/accounts/server/person/join-person.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { orders } from "#platform/postgres/tables/orders.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { eraseUser } from "../players/erase-user.ts";
import { deleteOldCards, listOverByPost } from "./retained-card-store.ts";

/** Months after the draw's result. */
const KEEP_MONTHS = orders.postal_cards.retentionMonths;
/** Keeps a round short; the next one continues. */
const PEOPLE_A_ROUND = 200;

export async function forgetCards(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldCards(ctx.db, addMonths(ctx.now(), -KEEP_MONTHS));
}

/** The person took the account or entered again after the query. */
class StillActive extends Error {}

/** People who entered only by post have no account to delete. They are erased without a mail. */
export async function forgetPeopleByPost(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const over = { overBefore: addMonths(now, -KEEP_MONTHS), now };
  for (const id of await listOverByPost(ctx.db, { ...over, limit: PEOPLE_A_ROUND })) {
    const before = async (tx: Tx) => {
      await lockPerson(tx, id);
      if ((await listOverByPost(tx, { ...over, id, limit: 1 })).length === 0) throw new StillActive();
    };
    try {
      await eraseUser(ctx, id, { tickets: "keep", sendsMail: false, before });
    } catch (error) {
      if (!(error instanceof StillActive)) throw error;
    }
  }
}
