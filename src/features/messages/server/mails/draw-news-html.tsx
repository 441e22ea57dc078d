/** How the mails about a draw look. */
import type { DrawNewsView } from "./draw-news.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Receipt, Title } from "./mail-parts.tsx";

export function DrawNewsHtml({ view }: { view: DrawNewsView }) {
  return (
    <MailFrame view={view} preview={view.lead} draw={view.draw}>
      <Title>{view.title}</Title>
      <Paragraph>{view.hello}</Paragraph>
      <Paragraph>{view.lead}</Paragraph>
      {view.ranges.map((range) => (
        <Fine key={range}>{range}</Fine>
      ))}
      <Paragraph>{view.more}</Paragraph>
      {view.early && <Paragraph>{view.early}</Paragraph>}
      <Action href={view.button.href} label={view.button.label} />
      <div style={{ height: 20 }} />
      {view.demo && <Fine>{view.demo}</Fine>}
      <Receipt rows={view.receipt} />
    </MailFrame>
  );
}
