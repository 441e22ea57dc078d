/** The lines of journal entries, computed from orders and movements. Each set balances to zero. */
import { ACCOUNTS, type Account } from "#shared/accounts.ts";
import type { MoveKind } from "#shared/states.ts";

/** Pence by account: debit above zero, credit below. */
export type Lines = Readonly<Partial<Record<Account, number>>>;

/** The VAT in a gross amount; `points` are hundredths of a percent. Rounds half away from zero. */
export function vatIn(gross: number, points: number): number {
  return Math.sign(gross) * Math.round((Math.abs(gross) * points) / (10_000 + points));
}

/** An order's money in pence: `held` in open disputes, `lost` in decided ones; `fees` of disputes. */
export type OrderMoney = {
  readonly captured: number;
  readonly discount: number;
  readonly refunded: number;
  readonly held: number;
  readonly lost: number;
  readonly fees: number;
};

/** An order before its first booking. */
export const NO_MONEY: OrderMoney = { captured: 0, discount: 0, refunded: 0, held: 0, lost: 0, fees: 0 };

/** How an order is booked; `vatPoints` are hundredths of a percent. */
export type Terms = {
  /** Money without a sale is owed to its buyer from the start. */
  readonly isSold: boolean;
  readonly vatPoints: number;
};

/** The balance of each account that an order touches. */
function balancesOf({ captured, discount, refunded, held, lost, fees }: OrderMoney, { isSold, vatPoints }: Terms): Lines {
  const bank = { clearing: captured - refunded - held - lost - fees, held, dispute_fees: fees };
  if (!isSold) return { ...bank, owed_to_buyers: refunded + lost - captured };
  const vat = (gross: number) => vatIn(gross, vatPoints);
  // Refunds and chargebacks can exceed the price; VAT is reclaimed only up to the captured amount.
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

function withoutZeros(lines: Lines): Lines {
  return Object.fromEntries(Object.entries(lines).filter(([, amount]) => amount !== 0));
}

/** The lines that take the accounts of an order from the balances of `before` to those of `after`. */
export function orderLines(before: OrderMoney, after: OrderMoney, terms: Terms): Lines {
  const balancesBefore = balancesOf(before, terms);
  const lines = Object.entries(balancesOf(after, terms)).map(([account, balance]) => [
    account,
    balance - (balancesBefore[account as Account] ?? 0),
  ]);
  return withoutZeros(Object.fromEntries(lines) as Lines);
}

/** Adds a change to an order's money; negative amounts reduce it. */
export function addMoney(money: OrderMoney, part: Partial<OrderMoney>): OrderMoney {
  const sum = (name: keyof OrderMoney) => money[name] + (part[name] ?? 0);
  return {
    captured: sum("captured"),
    discount: sum("discount"),
    refunded: sum("refunded"),
    held: sum("held"),
    lost: sum("lost"),
    fees: sum("fees"),
  };
}

/**
 * A movement of the balance at a provider. `amount` is before the fee; `isOurs`: it belongs to an order of
 * the shop.
 */
export type Move = { readonly kind: MoveKind; readonly amount: number; readonly fee: number; readonly isOurs: boolean };

/** The lines of a movement. Fees of disputes are booked with the dispute, all others with their movement. */
export function moveLines({ kind, amount, fee, isOurs }: Move, feePoints: number): Lines {
  const net = amount - fee;
  const feeLines = (gross: number) => ({ provider_fees: gross - vatIn(gross, feePoints), vat: vatIn(gross, feePoints) });
  switch (kind) {
    case "fee":
      return withoutZeros({ provider: net, ...feeLines(-net) });
    case "payout":
    case "payout_reversal":
      return withoutZeros({ provider: net, bank: -amount, ...feeLines(fee) });
    case "dispute":
    case "dispute_reversal":
      return withoutZeros(isOurs ? { provider: net, clearing: -net } : { provider: net, elsewhere: -net });
    case "other":
      return withoutZeros({ provider: net, elsewhere: -amount, ...feeLines(fee) });
    default:
      return withoutZeros({ provider: net, [isOurs ? "clearing" : "elsewhere"]: -amount, ...feeLines(fee) });
  }
}

/** An agreed fee of a provider that reports none reduces the expected payout. */
export function agreedFeeLines(fee: number, points: number): Lines {
  const vat = vatIn(fee, points);
  return withoutZeros({ provider_fees: fee - vat, vat, clearing: -fee });
}

/** The cost of a prize, owed to its seller until the accountant books the payment. */
export function prizeLines(amount: number, points: number): Lines {
  const vat = vatIn(amount, points);
  return withoutZeros({ prize_costs: amount - vat, vat, owed_for_prizes: -amount });
}

/** A donation has no VAT. Owed until the accountant books the payment from the bank. */
export function charityLines(amount: number): Lines {
  return { charity: amount, owed_to_charities: -amount };
}

/** The sum of each account. */
export function addLines(all: readonly Lines[]): Lines {
  const sums: Partial<Record<Account, number>> = {};
  for (const lines of all)
    for (const account of ACCOUNTS) if (lines[account] !== undefined) sums[account] = (sums[account] ?? 0) + lines[account];
  return withoutZeros(sums);
}

/** The lines that reverse these. */
export function negated(lines: Lines): Lines {
  return Object.fromEntries(Object.entries(lines).map(([account, amount]) => [account, -amount]));
}

/** A draw's income less refunds, fees and the prize. Excludes held money and its VAT. */
export function profitOf({ sales = 0, discounts = 0, refunds = 0, chargebacks = 0, held = 0, ...costs }: Lines): number {
  const { dispute_fees = 0, provider_fees = 0, prize_costs = 0 } = costs;
  return 0 - (sales + discounts + refunds + chargebacks + held + dispute_fees + provider_fees + prize_costs);
}

/** The profit of a draw less what its charity gets: the promised amount, or what was paid if that is more. */
export function profitAfterCharity(sums: Lines, charity: { readonly due: number; readonly paid: number } | undefined): number {
  return profitOf(sums) - (charity ? Math.max(charity.due, charity.paid) : 0);
}
