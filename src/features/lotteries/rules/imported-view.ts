/** Draws that another platform held, as screens show them, in one language. Nothing here is proved: it is what that platform said. */
import type { Day } from "#shared/dates.ts";
import type { Locale, LocalizedText } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import { inLanguage } from "./lottery.ts";

/** As it is kept; `winnerName` is undefined where none was published, where the winner objects to it, or has left. */
export type KeptDraw = {
  readonly id: string;
  readonly platform: string;
  readonly title: LocalizedText;
  readonly prize: LocalizedText;
  readonly prizeValue: Pence | undefined;
  readonly ticketPrice: Pence | undefined;
  readonly tickets: number;
  readonly closedOn: Day;
  readonly drawnOn: Day;
  readonly winningTicket: number;
  readonly winnerName: string | undefined;
  readonly evidenceUrl: string | undefined;
};

export type ImportedDrawView = Omit<KeptDraw, "title" | "prize"> & { readonly title: string; readonly prize: string };

export function inWords({ title, prize, ...draw }: KeptDraw, locale: Locale): ImportedDrawView {
  return { ...draw, title: inLanguage(title, locale), prize: inLanguage(prize, locale) };
}
