/** VAT rates and agreed provider fees by day, and the takings of a provider. */
import type { Day } from "#shared/dates/dates.ts";
import type { PaymentProviderName, VatGroup } from "#shared/states.ts";

/** A rate that applies from `from` on. `code`: its code in the accounting program. */
export type VatRate = {
  readonly appliesTo: VatGroup;
  readonly code: string;
  /** Hundredths of a percent. */
  readonly points: number;
  readonly from: Day;
};

/** The latest of those that have begun; of several with the same day, the one entered last. */
function lastBegun<Rate extends { readonly from: Day }>(inOrder: readonly Rate[], day: Day): Rate | undefined {
  const begun = inOrder.filter(({ from }) => from <= day);
  return begun.reduce<Rate | undefined>((last, rate) => (last && last.from > rate.from ? last : rate), undefined);
}

/** The latest rate that has begun; without one no VAT. `rates` are in the order of entry. */
export function rateOn(
  rates: readonly VatRate[],
  group: VatGroup,
  day: Day,
): { readonly code: string | undefined; readonly points: number } {
  const last = lastBegun(
    rates.filter(({ appliesTo }) => appliesTo === group),
    day,
  );
  return { code: last?.code, points: last?.points ?? 0 };
}

/** Future rates, the next first; for each day the one entered last. */
export function ratesAfter(rates: readonly VatRate[], group: VatGroup, day: Day): readonly VatRate[] {
  const future = rates.filter(({ appliesTo, from }) => appliesTo === group && from > day);
  return [...new Map(future.map((rate) => [rate.from, rate])).values()].sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** The fee that the shop has agreed with a provider, from `from` on. */
export type AgreedFee = {
  readonly provider: PaymentProviderName;
  /** Hundredths of a percent of each payment. */
  readonly points: number;
  /** Pence added to each payment. */
  readonly fixed: number;
  readonly from: Day;
};

/** The latest fee that has begun. `fees` are in the order of entry. */
export function feeOn(fees: readonly AgreedFee[], provider: PaymentProviderName, day: Day): AgreedFee | undefined {
  return lastBegun(
    fees.filter((fee) => fee.provider === provider),
    day,
  );
}

/** What a provider took and returned on a day of London, in numbers and in pence. */
export type ProviderDay = {
  readonly provider: PaymentProviderName;
  readonly day: Day;
  readonly payments: number;
  readonly taken: number;
  /** Payment pages that ended, by the day they were created, and how many of them were paid. */
  readonly opened: number;
  readonly paid: number;
  readonly refunds: number;
  readonly refunded: number;
  readonly disputes: number;
  /** The amount of lost and open disputes. */
  readonly withdrawn: number;
  readonly disputeFees: number;
  /** Fees reported by the provider: in total, and for payments. */
  readonly reportedFees: number;
  readonly reportedOnPayments: number;
  /** Agreed fees of the payments whose fees were reported. */
  readonly agreedOnReported: number;
  /** Agreed fees of all payments, and the number of payments without an agreement. */
  readonly agreedFees: number;
  readonly unpriced: number;
};

/** The sums of several days; `net` is what was taken less refunds, disputes and known fees. */
export type Takings = Omit<ProviderDay, "provider" | "day"> & {
  /** Undefined if the provider reports none and some payments have no agreement. */
  readonly fees: number | undefined;
  readonly net: number;
};

const NONE: Omit<ProviderDay, "provider" | "day"> = {
  ...{ payments: 0, taken: 0, opened: 0, paid: 0, refunds: 0, refunded: 0, disputes: 0, withdrawn: 0, disputeFees: 0 },
  ...{ reportedFees: 0, reportedOnPayments: 0, agreedOnReported: 0, agreedFees: 0, unpriced: 0 },
};

/** Sums the days of a provider. @param reportsFees its reported fees count, otherwise the agreed ones */
export function sumDays(days: readonly ProviderDay[], { reportsFees }: { readonly reportsFees: boolean }): Takings {
  const sums = { ...NONE };
  for (const day of days) for (const name of Object.keys(NONE) as (keyof typeof NONE)[]) sums[name] += day[name];
  const agreedFees = sums.unpriced > 0 ? undefined : sums.agreedFees;
  const fees = reportsFees ? sums.reportedFees : agreedFees;
  const { taken, refunded, withdrawn, disputeFees } = sums;
  return { ...sums, fees, net: taken - refunded - withdrawn - disputeFees - (fees ?? 0) };
}
