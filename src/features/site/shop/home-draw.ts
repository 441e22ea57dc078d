/** A draw as the home page shows it. */
import type { DrawDates } from "#shared/draw-dates.ts";
import type { Pence } from "#shared/money.ts";
import type { Picture } from "#shared/picture.ts";

/** Days are "yyyy-mm-dd" in Europe/London; `closesAt` is in milliseconds; `left` is what can be bought now, `held` what is reserved for others who pay. */
export type HomeDraw = {
  readonly id: string;
  readonly title: string;
  readonly pricePerTicket: Pence;
  readonly priceValue: Pence;
  readonly total: number;
  /** The n of one ticket's "1 in n". */
  readonly odds: number;
  readonly sold: number;
  readonly held: number;
  readonly left: number;
  readonly startDate: string;
  readonly dates: DrawDates;
  readonly closesAt: number;
  /** Where the way in by post is told, where cards count. */
  readonly freeWay: string | undefined;
  readonly state: "live" | "upcoming" | "shopShut" | "soldOut" | "closed";
  readonly picture: Picture | undefined;
};
