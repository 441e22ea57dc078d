/** Which VAT code counts for what, and since when. */
import type { Day } from "#shared/dates.ts";
import type { VatGroup } from "#shared/states.ts";

export type VatRate = {
  readonly appliesTo: VatGroup;
  /** As the operator's accounts call it. */
  readonly code: string;
  /** Hundredths of a percent. */
  readonly points: number;
  readonly from: Day;
};

/** Of rates in the order in which they were set: the last one that has begun. Without one there is no VAT, and no code. */
export function rateOn(
  rates: readonly VatRate[],
  group: VatGroup,
  day: Day,
): { readonly code: string | undefined; readonly points: number } {
  const begun = rates.filter(({ appliesTo, from }) => appliesTo === group && from <= day);
  const last = begun.reduce<VatRate | undefined>(
    (latest, rate) => (latest && latest.from > rate.from ? latest : rate),
    undefined,
  );
  return { code: last?.code, points: last?.points ?? 0 };
}
