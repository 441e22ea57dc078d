/** Which of several draws closes first: the one to enter now. */
import type { SalePhase } from "./lifecycle.ts";

type Closing = { readonly id: string; readonly phase: SalePhase; readonly closesAt: number };

/** The id of the draw on sale whose sales end first, or undefined where none is on sale. Of two that end together, the one listed first. */
export function closingFirst(draws: readonly Closing[]): string | undefined {
  const onSale = draws.filter(({ phase }) => phase === "on_sale");
  return onSale.toSorted((a, b) => a.closesAt - b.closesAt)[0]?.id;
}
