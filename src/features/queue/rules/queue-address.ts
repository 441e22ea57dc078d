/** Where people wait, and where they go on when their turn has come: with what they had chosen. */

const CHOSEN = ["quantity", "was", "pack", "code"] as const;

/** `full`: the turn has come, and nobody can be let in at this moment. */
export function queueAddress(lotteryId: string, search: URLSearchParams, door: "waiting" | "full"): string {
  return withChosen(`/lottery/${lotteryId}/queue`, search, door === "full" ? { full: "1" } : {});
}

export function turnAddress(lotteryId: string, search: URLSearchParams): string {
  return withChosen(`/quiz/${lotteryId}`, search, {});
}

function withChosen(path: string, search: URLSearchParams, more: Readonly<Record<string, string>>): string {
  const kept = CHOSEN.flatMap((name) => search.getAll(name).map((value) => [name, value]));
  const query = new URLSearchParams([...kept, ...Object.entries(more)]).toString();
  return query === "" ? path : `${path}?${query}`;
}
