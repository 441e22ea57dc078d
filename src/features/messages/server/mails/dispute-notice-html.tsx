/** How the mails about a disputed payment look. No picture of the car: this is no occasion for one. */
import type { DisputeNoticeView } from "./dispute-notice.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Receipt, Title } from "./mail-parts.tsx";

export function DisputeNoticeHtml({ view }: { view: DisputeNoticeView }) {
  return (
    <MailFrame view={view} preview={view.lead}>
      <Title>{view.title}</Title>
      <Paragraph>{view.hello}</Paragraph>
      <Paragraph>{view.lead}</Paragraph>
      {view.ranges.map((range) => (
        <Fine key={range}>{range}</Fine>
      ))}
      <Paragraph>{view.more}</Paragraph>
      <Action href={view.button.href} label={view.button.label} />
      <div style={{ height: 20 }} />
      <Receipt rows={view.receipt} />
    </MailFrame>
  );
}
