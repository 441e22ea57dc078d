/** What a player's own limits, and the credit card rule, make of an order, as the buyer is told. */
import type { Pence } from "#shared/money.ts";

/** `left` of the monthly limit is in pence, and undefined without one; `until` is in milliseconds. */
export type StandingView = {
  readonly left: Pence | undefined;
  readonly rest: { readonly kind: "paused" | "excluded"; readonly until: number } | undefined;
  /** Credit cards are refused for this order. */
  readonly isCreditBlocked: boolean;
  /** Nobody has asked yet whether a limit is wanted, and this would be the first purchase. */
  readonly asksForLimit: boolean;
};

/** What stands against an order of this total already. */
export function standingProblem({ left, rest }: StandingView, total: Pence): "paused" | "excluded" | "over_limit" | undefined {
  if (rest) return rest.kind;
  return left !== undefined && total > left ? "over_limit" : undefined;
}
