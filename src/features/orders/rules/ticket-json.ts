/** A ticket as API clients read it. */
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { type Pence, toPounds } from "#shared/money.ts";
import type { LotteryStatus } from "#shared/states.ts";

/** One ticket with what its stub shows. `transactionId` is the payment session's id, absent for free entries. */
export type Ticket = {
  readonly orderNumber: string;
  readonly lotteryId: string;
  readonly shortNumber: number;
  readonly number: number;
  readonly tag: string;
  readonly purchaseDate: Date;
  readonly isVoid: boolean;
  readonly voidAt: Date | undefined;
  /** Takes no part while a bank decides on its payment. */
  readonly isSuspended: boolean;
  readonly transactionId: string | undefined;
  readonly lotteryTitle: Messages;
  readonly lotteryStatus: LotteryStatus;
  readonly pricePerTicket: Pence;
};

/** A ticket in the specification's names, as API clients read it; its price in pounds. */
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
