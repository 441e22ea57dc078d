/** The 22 clauses of the UK's voluntary code for prize draw operators (DCMS, 20 November 2025). */
import type { Day } from "#shared/dates/dates.ts";

/** `kept`: complied with since a day. `absent`: does not apply to the shop. `planned`: not yet. */
type Status = { readonly state: "kept"; readonly since: Day } | { readonly state: "absent" } | { readonly state: "planned" };

const fulfilledSince = (since: Day) => ({ state: "kept", since }) as const;
/** When the shop first complied with most clauses. Later measures have their own day. */
const FIRST: Day = "2026-11-22";
/** When the shop first complied with the stricter clauses. */
const STRICTER: Day = "2026-11-23";
const NOT_APPLICABLE = { state: "absent" } as const;

const LIST = [
  { number: "1.1", key: "adults", status: fulfilledSince(FIRST) },
  { number: "1.2", key: "complaints", status: fulfilledSince(STRICTER) },
  { number: "1.3", key: "credit", status: fulfilledSince(FIRST) },
  { number: "1.4", key: "limit", status: fulfilledSince(STRICTER) },
  { number: "1.5", key: "breaks", status: fulfilledSince(STRICTER) },
  { number: "1.6", key: "signs", status: fulfilledSince(STRICTER) },
  { number: "1.7", key: "steps", status: fulfilledSince(STRICTER) },
  { number: "1.8", key: "help", status: fulfilledSince(FIRST) },
  { number: "1.9", key: "time", status: fulfilledSince(STRICTER) },
  { number: "1.10", key: "instant", status: NOT_APPLICABLE },
  { number: "1.11", key: "marketing", status: fulfilledSince(STRICTER) },
  { number: "2.1", key: "summary", status: fulfilledSince(FIRST) },
  { number: "2.2", key: "fairness", status: fulfilledSince(FIRST) },
  { number: "2.3", key: "odds", status: fulfilledSince(FIRST) },
  { number: "2.4", key: "free", status: fulfilledSince(STRICTER) },
  { number: "2.5", key: "prize", status: fulfilledSince(STRICTER) },
  { number: "2.6", key: "charity", status: NOT_APPLICABLE },
  { number: "3.1", key: "review", status: fulfilledSince(FIRST) },
  { number: "3.2", key: "partners", status: NOT_APPLICABLE },
  { number: "3.3", key: "sharing", status: fulfilledSince(FIRST) },
  { number: "3.4", key: "published", status: fulfilledSince(FIRST) },
  { number: "3.5", key: "government", status: fulfilledSince(FIRST) },
] as const satisfies readonly { number: string; key: string; status: Status }[];

/** `key`: of its texts, `promise.clauses.KEY`. */
export type Clause = { readonly number: string; readonly key: (typeof LIST)[number]["key"]; readonly status: Status };

export const CLAUSES: readonly Clause[] = LIST;

/** Parts of the code, by the beginning of clause numbers. */
export const CLAUSE_GROUPS = [
  { id: "players", begins: "1." },
  { id: "draws", begins: "2." },
  { id: "account", begins: "3." },
] as const;

/** Half a year between two reviews of the code by the operator. */
const REVIEW_DAYS = 183;
/** In characters. */
export const LONGEST_REVIEW = 2_000;

/** Whether the last review is half a year old. */
export function isReviewDue(last: Date, now: Date): boolean {
  return now.getTime() - last.getTime() >= REVIEW_DAYS * 86_400_000;
}
