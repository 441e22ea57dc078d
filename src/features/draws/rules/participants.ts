/** Who takes part in a draw, and what the file of them is called. */
import type { Person } from "./managed-draw.ts";

/** `tickets` are valid ones. */
export type Participant = Person & { readonly tickets: number };

/** The chance of winning with so many tickets of so many, between 0 and 1. Source: specification, section 9. */
export function winningChance(tickets: number, all: number): number {
  return all > 0 ? tickets / all : 0;
}

/** "valmont-gt-10-participants-2026-11-21.csv": ASCII, so that every system can keep it. Source: specification, section 9. */
export function participantsFileName(title: string, day: string): string {
  return `${slugOf(title)}-participants-${day}.csv`;
}

/** Small letters and digits with hyphens between; letters lose their accents, and a title of none of these is "draw". */
function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain === "" ? "draw" : plain;
}
