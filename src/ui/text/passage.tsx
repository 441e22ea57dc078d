/** Running text from the text files: paragraphs, an optional list, and closing paragraphs. */
import type { ReactNode } from "react";
import { RichText } from "../i18n/messages-rich.tsx";

export type Passage = {
  readonly title: string;
  readonly text: readonly string[];
  readonly list?: readonly string[];
  readonly more?: readonly string[];
};
export type PassageParts = Readonly<Record<string, (inner: ReactNode) => ReactNode>>;

const PLAIN: PassageParts = { b: (inner) => <strong>{inner}</strong> };

/** `<b>…</b>` is bold; all other tags are those of `parts`. */
export function PassageText({ passage, parts: own }: { passage: Passage; parts?: PassageParts }) {
  const parts = { ...PLAIN, ...own };
  return (
    <div className="reading-text">
      <Paragraphs texts={passage.text} parts={parts} />
      {passage.list && (
        <ul>
          {passage.list.map((item) => (
            <li key={item}>
              <RichText text={item} parts={parts} />
            </li>
          ))}
        </ul>
      )}
      {passage.more && <Paragraphs texts={passage.more} parts={parts} />}
    </div>
  );
}

function Paragraphs({ texts, parts }: { texts: readonly string[]; parts: PassageParts }) {
  return texts.map((text) => (
    <p key={text}>
      <RichText text={text} parts={parts} />
    </p>
  ));
}
