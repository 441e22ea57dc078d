import { type DrawProof, type PrizeResult, parsePrize } from "../src/index.ts";

/** The result of a draw that agrees: one line for one prize, otherwise one for each. */
export function reportWinners({ picks, prizes, prize: document }: DrawProof): string[] {
  const ticket = (pick: number) => `${picks[pick]?.ticket}`;
  const spell = ({ winner, reserves, passedOver }: PrizeResult) => {
    const parts = [winner === undefined ? "No winner." : `Winner: ticket ${ticket(winner)}.`];
    parts.push(`Reserves: ${reserves.map(ticket).join(", ") || "none"}.`);
    for (const { pick } of passedOver) parts.push(`Passed over: ticket ${ticket(pick)}, whose owner has already won.`);
    return parts.join(" ");
  };
  const [first, ...others] = prizes;
  if (first && others.length === 0) return [`The draw agrees. ${spell(first)}`];
  const read = document === undefined ? undefined : parsePrize(document);
  const title = ({ prize }: PrizeResult) => (read?.ok ? read.value.prizes[prize - 1]?.title.en : undefined);
  return ["The draw agrees.", ...prizes.map((each) => `  Prize ${each.prize}, ${title(each) ?? "untitled"}. ${spell(each)}`)];
}
