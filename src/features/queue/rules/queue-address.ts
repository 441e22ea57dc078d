/** Addresses of the waiting room and of the purchase after it; both carry the buyer's choices. */

/** The parameters of a chosen purchase, see lotteries/rules/purchase/quantity.ts. */
const CHOICES = ["quantity", "was", "pack", "code"] as const;

function withChoices(path: string, search: URLSearchParams, more: Readonly<Record<string, string>>): string {
  const chosen = CHOICES.flatMap((name) => search.getAll(name).map((value) => [name, value]));
  const query = new URLSearchParams([...chosen, ...Object.entries(more)]).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The page of the waiting room; `full`: it says that the turn has come, but the shop is full. */
export function queueAddress(lotteryId: string, search: URLSearchParams, state: "waiting" | "full"): string {
  return withChoices(`/lottery/${lotteryId}/queue`, search, state === "full" ? { full: "1" } : {});
}

/** The page of the question, where the purchase goes on when the turn has come. */
export function turnAddress(lotteryId: string, search: URLSearchParams): string {
  return withChoices(`/quiz/${lotteryId}`, search, {});
}
