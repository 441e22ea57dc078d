/** A long text that the operator wrote, from parsed markup, never HTML. */
import { Link } from "react-router";
import type { OwnText } from "#shared/text/site-text.ts";
import type { Inline, TextBlock } from "#shared/text/text-markup.ts";
import type { Chapter } from "./reading-page.tsx";

/** The sections of an operator's text as chapters of a reading page. */
export function ownChapters({ sections }: OwnText): readonly Chapter[] {
  return sections.map(({ id, title, blocks }) => ({ id, title, body: <Blocks blocks={blocks} /> }));
}

export function Blocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return (
    <div className="reading-text">
      {keyed(blocks).map(([key, block]) =>
        block.kind === "paragraph" ? (
          <p key={key}>
            <Words words={block.words} />
          </p>
        ) : (
          <Items key={key} block={block} />
        ),
      )}
    </div>
  );
}

function Items({ block }: { block: Exclude<TextBlock, { kind: "paragraph" }> }) {
  const items = keyed(block.items).map(([key, words]) => (
    <li key={key}>
      <Words words={words} />
    </li>
  ));
  if (block.kind === "steps") return <ol start={block.from === 1 ? undefined : block.from}>{items}</ol>;
  return <ul className={block.kind === "clauses" ? "clauses" : undefined}>{items}</ul>;
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

/** Each item with its position as React's key, since the same words may occur twice. */
function keyed<T>(all: readonly T[]): (readonly [string, T])[] {
  return all.map((item, place) => [String(place), item]);
}
