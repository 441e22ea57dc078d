/** What a card of the list knows of a draw. Its right answer is not part of it. */
import type { Pence } from "#shared/money.ts";
import type { Picture } from "#shared/picture.ts";
import type { LotteryStatus } from "#shared/states.ts";
import { ticketsLeft } from "../rules/lifecycle.ts";
import type { Lottery, Messages } from "../rules/lottery.ts";

export type LotteryCardView = {
  readonly id: string;
  readonly title: Messages;
  readonly description: Messages;
  readonly pricePerTicket: Pence;
  readonly priceValue: Pence;
  readonly total: number;
  readonly left: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: LotteryStatus;
  readonly picture: Picture | undefined;
  readonly pictureCount: number;
  /** Then it cannot be deleted. */
  readonly hasOrders: boolean;
};

export function lotteryCard(lottery: Lottery & { readonly hasOrders: boolean }): LotteryCardView {
  const { id, title, description, pricePerTicket, priceValue, startDate, endDate, status, images, hasOrders } = lottery;
  return {
    ...{ id, title, description, pricePerTicket, priceValue, startDate, endDate, status, hasOrders },
    total: lottery.ticketsAvailable,
    left: ticketsLeft(lottery),
    picture: images[0]?.picture,
    pictureCount: images.length,
  };
}
