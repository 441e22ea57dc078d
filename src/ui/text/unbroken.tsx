/** Prevents line breaks within short hyphenated words such as "GT-10". The text itself is unchanged. */
import { cutAtHyphened } from "#shared/text/hyphened.ts";

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
