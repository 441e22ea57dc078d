/** Text in which no line ends within a short word with a hyphen: "GT-10" stays whole. The text itself is not changed. */
import { cutAtHyphened } from "#shared/hyphened.ts";

export function Unbroken({ text }: { text: string }) {
  return cutAtHyphened(text).map(({ piece, at, isWhole }) =>
    isWhole ? (
      <span key={at} className="whitespace-nowrap">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
