/** How the mail about alerts looks: one sentence after the other, and one button. */
import { Link } from "@react-email/components";
import type { AlertDigestView } from "./alert-digest.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Title } from "./mail-parts.tsx";
import { colours } from "./mail-style.ts";

export function AlertDigestHtml({ view }: { view: AlertDigestView }) {
  return (
    <MailFrame view={view} preview={view.alerts.map(({ title }) => title).join(". ")}>
      <Title>{view.title}</Title>
      <Paragraph>{view.hello}</Paragraph>
      {view.alerts.map(({ id, title, text, href }) => (
        <Paragraph key={id}>
          <Link href={href} className="ink" style={{ color: colours.ink, fontWeight: 600, textDecoration: "underline" }}>
            {title}
          </Link>
          <br />
          {text}
        </Paragraph>
      ))}
      {view.more && <Paragraph>{view.more}</Paragraph>}
      <Action href={view.button.href} label={view.button.label} />
      <div style={{ height: 20 }} />
      <Fine>{view.rest}</Fine>
    </MailFrame>
  );
}
