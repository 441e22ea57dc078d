/** What the list of orders is asked for, as its address says it. */
import type { Day } from "#shared/dates.ts";

/** Empty fields do not filter. Days are London's. */
export type OrdersFilter = {
  readonly q: string;
  readonly state: string;
  readonly draw: string;
  /** Where it was to be paid. */
  readonly provider: string;
  readonly from: Day | "";
  readonly to: Day | "";
};

const LONGEST = 200;

/** Reads the address of the list; each field is empty where nothing is asked for. */
export function readOrdersFilter(search: URLSearchParams): OrdersFilter {
  // PostgreSQL's text holds no NUL.
  const field = (name: string) => (search.get(name) ?? "").replaceAll("\0", "").trim().slice(0, LONGEST);
  return {
    q: field("q"),
    state: field("state"),
    draw: field("draw"),
    provider: field("provider"),
    from: field("from"),
    to: field("to"),
  };
}
