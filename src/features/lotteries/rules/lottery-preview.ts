/** A draw as the shop would show it if the form were saved and the draw active: whatever is still missing or wrong is left out. */
import { endOfLondonDay, startOfLondonDay } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import { type Pence, pence } from "#shared/money.ts";
import type { Picture } from "#shared/picture.ts";
import type { LotteryFields } from "./lottery-fields.ts";
import { isStatus } from "./lottery-status.ts";
import { salePhase } from "./sale.ts";
import type { Showcase } from "./showcase.ts";

type Shown = {
  readonly fields: LotteryFields;
  readonly pictures: readonly Picture[];
  readonly sold: number;
  readonly locale: Locale;
  readonly now: Date;
};

/** The draw as visitors would see it, made of what stands in the form at this moment, however unfinished. */
export function previewOf({ fields, pictures, sold, locale, now }: Shown): Showcase {
  const text = (en: string, fr: string) => (locale === "fr" && fr.trim() !== "" ? fr : en);
  const total = Math.max(1, Math.floor(number(fields.tickets_available)));
  const opensAt = instant(fields.start_date, startOfLondonDay) ?? now;
  const closesAt = instant(fields.end_date, endOfLondonDay) ?? now;
  const status = isStatus(fields.status) && fields.status !== "draft" ? fields.status : "active";
  const stock = { ticketsAvailable: total, ticketsSold: sold, ticketsHeld: 0 };
  return {
    id: "preview",
    title: text(fields.title, fields.title_fr),
    description: text(fields.description, fields.description_fr),
    pricePerTicket: pounds(fields.price_per_ticket),
    priceValue: pounds(fields.price_value),
    total,
    among: { entries: total, free: 0, isFinal: false },
    sold,
    held: 0,
    maxPerPerson: undefined,
    left: Math.max(0, total - sold),
    startDate: isDay(fields.start_date) ? fields.start_date : now.toISOString().slice(0, 10),
    endDate: isDay(fields.end_date) ? fields.end_date : now.toISOString().slice(0, 10),
    closesAt: closesAt.getTime(),
    phase: salePhase({ ...stock, status, salesState: "open", opensAt, closesAt }, now),
    cardsUntil: undefined,
    pictures,
  };
}

/** What all tickets would bring in without packs, and the chance of one: undefined while price or number make no sense. */
export function prospect(
  fields: LotteryFields,
): { readonly takings: Pence; readonly tickets: number; readonly prize: Pence; readonly loses: boolean } | undefined {
  const tickets = number(fields.tickets_available);
  const takings = Math.round(number(fields.price_per_ticket) * 100) * tickets;
  if (!Number.isSafeInteger(tickets) || tickets < 1 || !Number.isSafeInteger(takings) || takings < 0) return undefined;
  const prize = pounds(fields.price_value);
  return { takings: pence(takings), tickets, prize, loses: takings < prize };
}

function number(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
}

function pounds(text: string): Pence {
  const value = Math.round(Math.max(0, number(text)) * 100);
  return pence(Number.isSafeInteger(value) ? value : 0);
}

function instant(day: string, of: (day: string) => Date): Date | undefined {
  return isDay(day) ? of(day) : undefined;
}

function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
