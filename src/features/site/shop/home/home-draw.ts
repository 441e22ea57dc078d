import type { Picture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import type { Pence } from "#shared/money/money.ts";

/**
 * A draw on home. `sold`, `held`, `left`: tickets. `opens`: the day of opening in words. `closesAt`: Unix
 * milliseconds.
 */
export type HomeDraw = {
  readonly id: string;
  readonly title: string;
  readonly pricePerTicket: Pence;
  readonly priceValue: Pence;
  readonly total: number;
  readonly odds: number;
  readonly sold: number;
  readonly held: number;
  readonly left: number;
  readonly opens: { readonly long: string; readonly short: string };
  readonly dates: DrawDates;
  readonly closesAt: number;
  readonly freeEntryPath: string | undefined;
  readonly state: "live" | "upcoming" | "shopShut" | "soldOut" | "closed";
  readonly picture: Picture | undefined;
};
