/** Draws of another platform as screens show them. Their results are reported by the operator, not proved. */
import type { Day } from "#shared/dates/dates.ts";
import type { Locale, LocalizedText } from "#shared/language/locale.ts";
import type { Pence } from "#shared/money/money.ts";
import { inLanguage } from "../lottery.ts";

/** `winnerName` is undefined if none was published, or the winner objected or erased the account. */
export type ShownImportedDraw = {
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

/** In the visitor's language. */
export type ImportedDrawView = Omit<ShownImportedDraw, "title" | "prize"> & { readonly title: string; readonly prize: string };

/** An imported draw with its texts in one language. */
export function toImportedDrawView({ title, prize, ...draw }: ShownImportedDraw, locale: Locale): ImportedDrawView {
  return { ...draw, title: inLanguage(title, locale), prize: inLanguage(prize, locale) };
}
