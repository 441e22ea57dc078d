/** The lines of the journal's entries, made of what the shop and its provider know: each set of them comes to nothing. */
import { ACCOUNTS, type Account } from "#shared/accounts.ts";
import type { MoveKind } from "#shared/states.ts";

/** Pence by account: debit above zero, credit below. */
export type Lines = Readonly<Partial<Record<Account, number>>>;

/** Hundredths of a percent that a sum holds: of £12 at 20 % it is £2. Rounded to the penny, away from nothing. */
export function vatIn(gross: number, points: number): number {
  return Math.sign(gross) * Math.round((Math.abs(gross) * points) / (10_000 + points));
}

/** How far an order's money is, in pence. `held` by banks that decide, `lost` to buyers by their decision; `fees` of disputes. */
export type OrderMoney = {
  readonly captured: number;
  readonly discount: number;
  readonly refunded: number;
  readonly held: number;
  readonly lost: number;
  readonly fees: number;
};

export const NOTHING: OrderMoney = { captured: 0, discount: 0, refunded: 0, held: 0, lost: 0, fees: 0 };

export type Terms = {
  /** Money that bought nothing is owed to its buyer from the start. */
  readonly isSold: boolean;
  readonly vatPoints: number;
};

/** The accounts as the whole of an order leaves them. */
function standOf({ captured, discount, refunded, held, lost, fees }: OrderMoney, { isSold, vatPoints }: Terms): Lines {
  const bank = { clearing: captured - refunded - held - lost - fees, held, dispute_fees: fees };
  if (!isSold) return { ...bank, owed_to_buyers: refunded + lost - captured };
  const vat = (gross: number) => vatIn(gross, vatPoints);
  // Money may go back twice, by refund and by a bank: of what is beyond the price no VAT was paid, and none is claimed back.
  const vatBack = (gross: number) => vat(Math.min(gross, captured));
  const list = captured + discount;
  return {
    ...bank,
    sales: vat(list) - list,
    discounts: discount - (vat(list) - vat(captured)),
    refunds: refunded - vatBack(refunded),
    chargebacks: lost - (vatBack(refunded + lost) - vatBack(refunded)),
    vat: vatBack(refunded + lost) - vat(captured),
  };
}

export function orderLines(before: OrderMoney, after: OrderMoney, terms: Terms): Lines {
  const then = standOf(before, terms);
  const lines = Object.entries(standOf(after, terms)).map(([account, now]) => [account, now - (then[account as Account] ?? 0)]);
  return withoutZeros(Object.fromEntries(lines) as Lines);
}

export function addParts(money: OrderMoney, part: Partial<OrderMoney>): OrderMoney {
  const sum = (of: keyof OrderMoney) => money[of] + (part[of] ?? 0);
  return {
    captured: sum("captured"),
    discount: sum("discount"),
    refunded: sum("refunded"),
    held: sum("held"),
    lost: sum("lost"),
    fees: sum("fees"),
  };
}

/** A movement of the balance at the provider; `amount` before its fee. */
export type Move = { readonly kind: MoveKind; readonly amount: number; readonly fee: number; readonly isOurs: boolean };

/** The shop books the fee of a dispute itself, with the dispute; all other fees are known by the movement alone. */
export function moveLines({ kind, amount, fee, isOurs }: Move, feePoints: number): Lines {
  const net = amount - fee;
  const paid = (gross: number) => ({ provider_fees: gross - vatIn(gross, feePoints), vat: vatIn(gross, feePoints) });
  switch (kind) {
    case "fee":
      return withoutZeros({ provider: net, ...paid(-net) });
    case "payout":
    case "payout_reversal":
      return withoutZeros({ provider: net, bank: -amount, ...paid(fee) });
    case "dispute":
    case "dispute_reversal":
      return withoutZeros(isOurs ? { provider: net, clearing: -net } : { provider: net, elsewhere: -net });
    case "other":
      return withoutZeros({ provider: net, elsewhere: -amount, ...paid(fee) });
    default:
      return withoutZeros({ provider: net, [isOurs ? "clearing" : "elsewhere"]: -amount, ...paid(fee) });
  }
}

/** What is agreed with a provider that tells of no fees: so much less of what is on its way will arrive. */
export function agreedFeeLines(fee: number, points: number): Lines {
  const vat = vatIn(fee, points);
  return withoutZeros({ provider_fees: fee - vat, vat, clearing: -fee });
}

/** What a prize has cost, owed to whoever sold it until the accountant says who was paid. */
export function prizeLines(amount: number, points: number): Lines {
  const vat = vatIn(amount, points);
  return withoutZeros({ prize_costs: amount - vat, vat, owed_for_prizes: -amount });
}

function withoutZeros(lines: Lines): Lines {
  return Object.fromEntries(Object.entries(lines).filter(([, amount]) => amount !== 0));
}

export function addLines(all: readonly Lines[]): Lines {
  const sums: Partial<Record<Account, number>> = {};
  for (const lines of all)
    for (const account of ACCOUNTS) if (lines[account] !== undefined) sums[account] = (sums[account] ?? 0) + lines[account];
  return withoutZeros(sums);
}

export function negated(lines: Lines): Lines {
  return Object.fromEntries(Object.entries(lines).map(([account, amount]) => [account, -amount]));
}

/** Income of a draw less returns, fees and the prize, before the shop's own costs. Disputed money is not counted. */
export function profitOf({ sales = 0, discounts = 0, refunds = 0, chargebacks = 0, held = 0, ...costs }: Lines): number {
  const { dispute_fees = 0, provider_fees = 0, prize_costs = 0 } = costs;
  return 0 - (sales + discounts + refunds + chargebacks + held + dispute_fees + provider_fees + prize_costs);
}
