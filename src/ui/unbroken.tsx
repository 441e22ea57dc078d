/** Text in which no line ends within a short word with a hyphen: "GT-10" stays whole. The text itself is not changed. */
import type { ReactNode } from "react";

/** A longer word would leave no room in a narrow window. */
const LONGEST = 12;

export function Unbroken({ text }: { text: string }) {
  const shown: ReactNode[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\S*\S-\S+/g)) {
    if (word.length > LONGEST) continue;
    shown.push(
      text.slice(end, index),
      <span key={index} className="whitespace-nowrap">
        {word}
      </span>,
    );
    end = index + word.length;
  }
  return [...shown, text.slice(end)];
}
