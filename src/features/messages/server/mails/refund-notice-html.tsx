/** How the mail about a refund looks. No picture of the car: it would be a poor joke. */
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Receipt, Sums, Title } from "./mail-parts.tsx";
import type { RefundNoticeView } from "./refund-notice.ts";

export function RefundNoticeHtml({ view }: { view: RefundNoticeView }) {
  return (
    <MailFrame view={view} preview={view.cause}>
      <Title>{view.title}</Title>
      <Paragraph>{view.hello}</Paragraph>
      <Paragraph>{view.cause}</Paragraph>
      <Paragraph>{view.next}</Paragraph>
      {view.voided && <Paragraph>{view.voided}</Paragraph>}
      {view.ranges.map((range) => (
        <Fine key={range}>{range}</Fine>
      ))}
      <Sums lines={view.sums} />
      <Receipt rows={view.receipt} />
      <Action href={view.button.href} label={view.button.label} />
    </MailFrame>
  );
}
