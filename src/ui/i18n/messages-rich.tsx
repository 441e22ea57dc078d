/** A sentence with links or emphasis. react-i18next's `Trans` would be a thirtieth of a page's scripts. */
import { Fragment, type ReactNode } from "react";

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
