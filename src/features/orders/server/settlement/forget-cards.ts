/** Deletes postal cards and their senders after the retention period. Runs periodically. */
import { lockPerson } from "#features/accounts/server/person/join-person.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { orders } from "#platform/postgres/tables/orders.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { eraseUser } from "../players/erase-user.ts";
import { deleteOldCards, listForgettablePeople } from "./retained-card-store.ts";

/** Months after the draw's result. */
const RETENTION_MONTHS = orders.postal_cards.retentionMonths;
/** Keeps a round short; the next one continues. */
const PEOPLE_A_ROUND = 200;

/** Deletes the cards of draws that ended before the retention period. */
export async function forgetCards(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldCards(ctx.db, addMonths(ctx.now(), -RETENTION_MONTHS));
}

/** Rolls back: the person has taken the account, or entered again, since the query. */
class StillActive extends Error {}

/** Erases people who entered only by post, so have no account to delete. They get no mail. */
export async function forgetPeopleByPost(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const ended = { endedBefore: addMonths(now, -RETENTION_MONTHS), now };
  for (const id of await listForgettablePeople(ctx.db, { ...ended, limit: PEOPLE_A_ROUND })) {
    const before = async (tx: Tx) => {
      await lockPerson(tx, id);
      if ((await listForgettablePeople(tx, { ...ended, id, limit: 1 })).length === 0) throw new StillActive();
    };
    try {
      await eraseUser(ctx, id, { tickets: "keep", sendsMail: false, before });
    } catch (error) {
      if (!(error instanceof StillActive)) throw error;
    }
  }
}
