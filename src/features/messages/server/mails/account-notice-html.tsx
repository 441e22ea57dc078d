/** How the mails about an account look: a few sentences and one button. */
import type { AccountNoticeView } from "./account-notice.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Title } from "./mail-parts.tsx";

export function AccountNoticeHtml({ view }: { view: AccountNoticeView }) {
  return (
    <MailFrame view={view} preview={view.lead}>
      <Title>{view.title}</Title>
      <Paragraph>{view.hello}</Paragraph>
      <Paragraph>{view.lead}</Paragraph>
      <Action href={view.button.href} label={view.button.label} />
      <div style={{ height: 20 }} />
      <Fine>{view.more}</Fine>
    </MailFrame>
  );
}
