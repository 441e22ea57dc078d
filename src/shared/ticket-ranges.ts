/** Lists of ticket numbers, with runs of consecutive ones joined. */
import { formatTicketNumber } from "./ids.ts";

/** First and last number of each run, in order: [[2, 4], [7, 7]]. */
export function numberRuns(numbers: readonly number[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** "CONC-0042-000002–000004, CONC-0042-000007". */
export function listTicketNumbers(lotteryNumber: number, numbers: readonly number[]): string {
  return numberRuns(numbers)
    .map(([from, to]) => {
      const first = formatTicketNumber(lotteryNumber, from);
      return from === to ? first : `${first}–${String(to).padStart(6, "0")}`;
    })
    .join(", ");
}
