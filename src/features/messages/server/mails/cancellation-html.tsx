/** How the mail about a cancelled draw looks. No picture of the car: it would be a poor joke. */
import type { CancellationView } from "./cancellation.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Paragraph, Title } from "./mail-parts.tsx";

export function CancellationHtml({ view }: { view: CancellationView }) {
  return (
    <MailFrame view={view} preview={view.lead}>
      <Title>{view.title}</Title>
      <Paragraph>{view.hello}</Paragraph>
      <Paragraph>{view.lead}</Paragraph>
      <Paragraph>{view.paid}</Paragraph>
      <Action href={view.button.href} label={view.button.label} />
    </MailFrame>
  );
}
