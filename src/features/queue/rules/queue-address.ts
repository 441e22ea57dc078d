/** Addresses of the waiting room, and of the way on, with the buyer's choices. */

const CHOSEN = ["quantity", "was", "pack", "code"] as const;

/** `full`: the turn has come, but the shop is full. */
export function queueAddress(lotteryId: string, search: URLSearchParams, door: "waiting" | "full"): string {
  return withChosen(`/lottery/${lotteryId}/queue`, search, door === "full" ? { full: "1" } : {});
}

export function turnAddress(lotteryId: string, search: URLSearchParams): string {
  return withChosen(`/quiz/${lotteryId}`, search, {});
}

function withChosen(path: string, search: URLSearchParams, more: Readonly<Record<string, string>>): string {
  const chosen = CHOSEN.flatMap((name) => search.getAll(name).map((value) => [name, value]));
  const query = new URLSearchParams([...chosen, ...Object.entries(more)]).toString();
  return query === "" ? path : `${path}?${query}`;
}
