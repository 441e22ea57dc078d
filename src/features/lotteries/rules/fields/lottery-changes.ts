/** Differences between a stored draw and a changed one, with the API's names, for audit log and locks. */
import { canEdit, type Promised } from "../lifecycle.ts";
import type { LotteryImage } from "../lottery.ts";
import { draftJson, FACT_LIST, type LotteryDraft } from "./facts.ts";

type Columns = Readonly<Record<string, unknown>>;

/** A draw for the audit log. `images` are addresses in order. */
export function columnsOf(draft: LotteryDraft, images: readonly string[]): Columns {
  return { ...draftJson(draft), images };
}

/** A stored draw for the audit log. */
export function columnsOfLottery(lottery: LotteryDraft & { readonly images: readonly LotteryImage[] }): Columns {
  return columnsOf(
    lottery,
    lottery.images.map(({ picture }) => picture.url),
  );
}

/** JSON with sorted keys, because the database returns a quiz with another order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The properties that differ, before and after; undefined without any. */
export function changesBetween(was: Columns, is: Columns): { readonly before: Columns; readonly after: Columns } | undefined {
  const changed = Object.keys(is).filter((name) => canonical(was[name]) !== canonical(is[name]));
  if (changed.length === 0) return undefined;
  const only = (columns: Columns) => Object.fromEntries(changed.map((name) => [name, columns[name]]));
  return { before: only(was), after: only(is) };
}

const LOCKS = new Map(
  FACT_LIST.flatMap(([, { lockedBy, shape }]) => Object.keys(shape).map((name) => [name, lockedBy] as const)),
);

/** Whether a change affects facts that are final. Pictures are no fact: the first order makes them final. */
export function isPromised({ after }: { readonly after: Columns }, draw: Promised): boolean {
  return Object.keys(after).some((name) => !canEdit({ lockedBy: LOCKS.get(name) ?? "order" }, draw).ok);
}
