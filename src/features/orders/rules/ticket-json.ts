/** A ticket in the API. */
import { z } from "zod";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { type Pence, toPounds } from "#shared/money/money.ts";
import type { LotteryStatus } from "#shared/states.ts";

/**
 * A ticket of a player. `tag`: 32 hex digits; `transactionId`: the payment session's id, absent for free
 * entries.
 */
export type Ticket = {
  readonly orderNumber: string;
  readonly lotteryId: string;
  readonly shortNumber: number;
  readonly number: number;
  readonly tag: string;
  readonly purchaseDate: Date;
  readonly isVoid: boolean;
  readonly voidAt: Date | undefined;
  /** Excluded while a bank decides about its payment. */
  readonly isSuspended: boolean;
  readonly transactionId: string | undefined;
  readonly lotteryTitle: Messages;
  readonly lotteryStatus: LotteryStatus;
  readonly pricePerTicket: Pence;
};

/** The shape of the JSON. */
export const ticketShape = z.object({
  id: z.string().describe("As printed: CONC-0042-000137"),
  ticket_number: z.int(),
  tag: z.string().describe("The owner's own; published with all others when the draw is frozen"),
  order_number: z.string().describe("As people read it out: KXTM-47GQ"),
  purchase_date: z.iso.datetime(),
  transaction_id: z.string().nullable(),
  user_id: z.uuid(),
  lottery_id: z.uuid(),
  void: z.boolean(),
  suspended: z.boolean().describe("Takes no part while the buyer’s bank looks into the payment"),
  lottery: z.object({
    id: z.uuid(),
    title: z.string(),
    status: z.string(),
    price_per_ticket: z.number().min(0).describe("Pounds, with two decimals"),
  }),
});

/** The ticket as JSON; `userId`: its owner. */
export function ticketJson(ticket: Ticket, userId: string) {
  return {
    id: formatTicketNumber(ticket.shortNumber, ticket.number),
    ticket_number: ticket.number,
    tag: ticket.tag,
    order_number: ticket.orderNumber,
    purchase_date: ticket.purchaseDate.toISOString(),
    transaction_id: ticket.transactionId ?? null,
    user_id: userId,
    lottery_id: ticket.lotteryId,
    void: ticket.isVoid,
    suspended: ticket.isSuspended,
    lottery: {
      id: ticket.lotteryId,
      title: ticket.lotteryTitle.en,
      status: ticket.lotteryStatus,
      price_per_ticket: toPounds(ticket.pricePerTicket),
    },
  };
}
