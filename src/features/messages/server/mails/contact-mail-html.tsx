/** How the mails about a message to the shop look: what was written, as it was written, and one button. */
import { Text } from "@react-email/components";
import { Fragment } from "react";
import type { ContactMailView } from "./contact-mail.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Title } from "./mail-parts.tsx";
import { body } from "./mail-style.ts";
import { MAIL_WORDS } from "./mail-words.ts";

export function ContactMailHtml({ view }: { view: ContactMailView }) {
  const { pair } = MAIL_WORDS[view.locale];
  return (
    <MailFrame
      view={view}
      preview={
        view.lead ||
        view.quoted
          .map(({ line }) => line)
          .join(" ")
          .slice(0, 120)
      }
    >
      <Title>{view.title}</Title>
      {view.facts.map(([name, value]) => (
        <Fine key={name}>{pair(name, value)}</Fine>
      ))}
      {view.lead && <Paragraph>{view.lead}</Paragraph>}
      {view.quoted.length > 0 && (
        <Text className="ink" style={body}>
          {view.quoted.map(({ n, line }) => (
            <Fragment key={n}>
              {n > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </Text>
      )}
      <Action href={view.button.href} label={view.button.label} />
      <div style={{ height: 20 }} />
      <Fine>{view.more}</Fine>
    </MailFrame>
  );
}
