import { diffLines, diffWordsWithSpace } from "diff";
import type { TextBody } from "#shared/text/site-text.ts";

/** A run of words that a version kept, added or removed. */
export type Change = { readonly kind: "same" | "added" | "removed"; readonly text: string };

/** Milliseconds. Slower comparisons, of texts with few common words, fall back to whole lines. */
const MOST_MS = 300;
/** Characters of unchanged text shown before and after a change. */
const AROUND = 160;

/**
 * The differences of two versions, word by word, with long unchanged runs shortened. Empty if they are
 * equal.
 */
export function textChanges(before: TextBody, after: TextBody): readonly Change[] {
  const [old, now] = [asText(before), asText(after)];
  const parts = diffWordsWithSpace(old, now, { timeout: MOST_MS }) ?? diffLines(old, now);
  const changes = parts.map(({ value, added, removed }): Change => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
  if (changes.every(({ kind }) => kind === "same")) return [];
  return changes.map((change, at) => (change.kind === "same" ? shorten(change, at === 0, at === changes.length - 1) : change));
}

function asText({ lead, sections }: TextBody): string {
  return [lead, ...sections.flatMap(({ title, text }) => [title, text.replaceAll("\r\n", "\n")])].join("\n\n");
}

function shorten({ kind, text }: Change, isFirst: boolean, isLast: boolean): Change {
  if (text.length <= 2 * AROUND) return { kind, text };
  const [head, tail] = [isFirst ? "" : text.slice(0, AROUND), isLast ? "" : text.slice(-AROUND)];
  return { kind, text: `${head} … ${tail}` };
}
