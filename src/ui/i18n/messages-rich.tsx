/** A sentence with links or emphasis. React-i18next's `Trans` would need much more script. */
import { Fragment, type ReactNode } from "react";

/** The element for each tag, by the tag's name. */
type Parts = Readonly<Record<string, (inner: ReactNode) => ReactNode>>;

/** Shows `See the <rules>rules</rules>` with `parts={{ rules: … }}`. Unknown or unclosed tags stay text. */
export function RichText({ text, parts }: { text: string; parts: Parts }): ReactNode {
  const tag = /<(?<name>\w+)>(?<inner>.*?)<\/\k<name>>/gs;
  const shown: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, index, groups } of text.matchAll(tag)) {
    const part = parts[groups?.name ?? ""];
    if (!part) continue;
    shown.push(
      text.slice(end, index),
      <Fragment key={index}>{part(<RichText text={groups?.inner ?? ""} parts={parts} />)}</Fragment>,
    );
    end = index + whole.length;
  }
  return [...shown, text.slice(end)];
}
