/** What differs between a stored draw and a changed one, in the names of the columns: for the log, and to know what an order forbids. */
import { toPounds } from "#shared/money.ts";
import type { Lottery } from "./lottery.ts";
import type { LotteryDraft } from "./lottery-draft.ts";

type Columns = Readonly<Record<string, unknown>>;

/** A draw in the specification's names, prices in pounds. `images` are addresses in order. */
export function columnsOf(draft: LotteryDraft, images: readonly string[]): Columns {
  return {
    title: draft.title.en,
    title_fr: draft.title.fr ?? null,
    description: draft.description.en,
    description_fr: draft.description.fr ?? null,
    price_per_ticket: toPounds(draft.pricePerTicket),
    price_value: toPounds(draft.priceValue),
    tickets_available: draft.ticketsAvailable,
    max_tickets_per_person: draft.maxPerPerson ?? null,
    start_date: draft.startDate,
    end_date: draft.endDate,
    status: draft.status,
    quiz: draft.quiz,
    quiz_right_option: draft.rightOption ?? null,
    images,
  };
}

/** The same of a stored draw. */
export function columnsOfLottery(lottery: Lottery & { readonly rightOption: string | undefined }): Columns {
  return columnsOf(
    lottery,
    lottery.images.map(({ picture }) => picture.url),
  );
}

/** Only what changed, before and after; undefined where nothing did. */
export function changesBetween(was: Columns, is: Columns): { readonly before: Columns; readonly after: Columns } | undefined {
  const changed = Object.keys(is).filter((name) => canonical(was[name]) !== canonical(is[name]));
  if (changed.length === 0) return undefined;
  const only = (columns: Columns) => Object.fromEntries(changed.map((name) => [name, columns[name]]));
  return { before: only(was), after: only(is) };
}

/** Whether a change touches what an order makes final: all that was advertised, the prize with its texts and pictures included. */
export function isAdvertised({ after }: { readonly after: Columns }): boolean {
  return Object.keys(after).some((name) => name !== "status");
}

/** The database gives a quiz back with its keys in an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
