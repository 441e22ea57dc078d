/** A long text that the operator has written: blocks of the little markup, of which nothing is ever HTML. */
import { Link } from "react-router";
import { fillIn, type Inline, readBlocks, type TextBlock, type TextBody, type TextValues } from "#shared/site-text.ts";
import type { Chapter } from "#ui/reading-page.tsx";

export function ownLead(body: TextBody, values: TextValues): string {
  return fillIn(body.lead, values);
}

export function ownChapters(body: TextBody, values: TextValues): readonly Chapter[] {
  return body.sections.map(({ id, title, text }) => ({
    id,
    title: fillIn(title, values),
    body: <Blocks blocks={readBlocks(text, values)} />,
  }));
}

function Blocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return (
    <div className="reading-text">
      {keyed(blocks).map(([key, block]) =>
        block.kind === "list" ? (
          <ul key={key}>
            {keyed(block.items).map(([item, words]) => (
              <li key={item}>
                <Words words={words} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={key}>
            <Words words={block.words} />
          </p>
        ),
      )}
    </div>
  );
}

function Words({ words }: { words: readonly Inline[] }) {
  return keyed(words).map(([key, word]) => {
    if (word.kind !== "link") return word.kind === "plain" ? word.text : <strong key={key}>{word.text}</strong>;
    if (word.to.startsWith("/"))
      return (
        <Link key={key} to={word.to} className="text-link">
          {word.text}
        </Link>
      );
    return (
      <a key={key} href={word.to} className="text-link" rel="noreferrer">
        {word.text}
      </a>
    );
  });
}

/** Their place is what tells them apart: the same words may come twice. */
function keyed<T>(all: readonly T[]): (readonly [string, T])[] {
  return all.map((each, place) => [String(place), each]);
}
