/** Orders and disputes as mails need them. */
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { toLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { TicketName } from "../checkout/purchase-store.ts";
import { type DisputeStory, findDisputeStory } from "../disputes/dispute-reading-store.ts";
import { type MailedOrder, type OrderMailRow, type OrderStory, selectOrdersForMail, toStory } from "./order-mail-store.ts";

/** For the statement that claims mails, which joins them. */
export { type MailedOrder, type OrderMailRow, selectOrdersForMail };

/**
 * `receivedOn`: of the card, while stored. `entries`: the buyer's in the draw. `reader`: undefined without
 * an address.
 */
export type OrderForMail = OrderStory & {
  readonly tickets: readonly TicketName[];
  readonly receivedOn: Day | undefined;
  readonly lottery: Lottery;
  readonly entries: number;
  readonly reader: { readonly email: string; readonly firstName: string } | undefined;
};

/** The order of a row of `selectOrdersForMail`. */
export function toOrderForMail(row: OrderMailRow): OrderForMail {
  return {
    ...toStory(row),
    tickets: row.tickets,
    receivedOn: row.received_on ?? undefined,
    lottery: toLottery(row),
    entries: row.own_entries,
    reader: row.reader_email === null ? undefined : { email: row.reader_email, firstName: row.reader_name },
  };
}

/** A dispute with its order. */
export async function findDisputeForMail(ctx: Pick<Ctx, "db">, disputeId: string): Promise<DisputeStory | undefined> {
  return findDisputeStory(ctx.db, disputeId);
}
