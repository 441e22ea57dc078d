/** Cards by post are not kept for ever, nor is whoever sent them: the privacy policy says for how long. To be called now and then. */
import { lockPerson } from "#features/accounts/server/join-person.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { orders } from "#platform/postgres/tables/orders.ts";
import { addMonths } from "#shared/dates.ts";
import { eraseUser } from "./erase-user.ts";
import { deleteOldCards, listOverByPost } from "./kept-card-store.ts";

/** After the winner is drawn. */
const KEEP_MONTHS = orders.postal_cards.retentionMonths;
/** So that a round is short; the next one goes on. */
const PEOPLE_A_ROUND = 200;

export async function forgetCards(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldCards(ctx.db, addMonths(ctx.now(), -KEEP_MONTHS));
}

/** Somebody took the account, or entered again, after they were found. */
class NotOver extends Error {}

/** Who entered by post alone has no account that they could delete: they are erased with their cards, without a mail about it. */
export async function forgetPeopleByPost(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const over = { overBefore: addMonths(now, -KEEP_MONTHS), now };
  for (const id of await listOverByPost(ctx.db, { ...over, limit: PEOPLE_A_ROUND })) {
    const before = async (tx: Tx) => {
      await lockPerson(tx, id);
      if ((await listOverByPost(tx, { ...over, id, limit: 1 })).length === 0) throw new NotOver();
    };
    try {
      await eraseUser(ctx, id, { tickets: "keep", isTold: false, before });
    } catch (error) {
      if (!(error instanceof NotOver)) throw error;
    }
  }
}
