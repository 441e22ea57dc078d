/** How the mails about a message to the shop look: what was written, as it was written, and one button. */
import { Text } from "@react-email/components";
import { Fragment } from "react";
import type { Locale } from "#shared/locale.ts";
import type { MailSender } from "./mail.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Title } from "./mail-parts.tsx";
import { body } from "./mail-style.ts";
import { MAIL_WORDS } from "./mail-words.ts";

/** What both parts of a contact mail say. `quoted`: the visitor's own lines. */
export type ContactMailView = {
  readonly locale: Locale;
  readonly sender: MailSender;
  readonly subject: string;
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly lead: string;
  readonly quoted: readonly { readonly n: number; readonly line: string }[];
  readonly button: { readonly label: string; readonly href: string };
  readonly more: string;
  readonly why: string;
};

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
