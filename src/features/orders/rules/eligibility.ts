/** What a player's own limits, and the credit card rule, make of an order, as the buyer is told. */
import type { AskMoment } from "#features/accounts/rules/safer-play.ts";
import type { Pence } from "#shared/money.ts";

/** `left` of the monthly limit is in pence, and undefined without one; `until` is in milliseconds. */
export type EligibilityView = {
  readonly left: Pence | undefined;
  readonly rest: { readonly kind: "paused" | "excluded"; readonly until: number } | undefined;
  /** Credit cards are refused for this order. */
  readonly isCreditBlocked: boolean;
  /** The moment at which the buyer is asked here whether a limit is wanted, if at all. */
  readonly asksForLimit: AskMoment | undefined;
  /** The version of the terms that the buyer's last order was made under. */
  readonly lastTerms: string | undefined;
};

/** What stands against an order of this total already. */
export function eligibilityProblem(
  { left, rest }: EligibilityView,
  total: Pence,
): "paused" | "excluded" | "over_limit" | undefined {
  if (rest) return rest.kind;
  return left !== undefined && total > left ? "over_limit" : undefined;
}
