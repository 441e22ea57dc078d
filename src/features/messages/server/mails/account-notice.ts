/** The mails about an account: links that confirm or recover it, and notices of what changed. */
import type { Locale } from "#shared/locale.ts";
import { ACCOUNT_WORDS, type AccountMessage } from "./account-words.ts";
import { type MailSender, oneLine, paragraphs } from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";

export type AccountNotice = {
  readonly sender: MailSender;
  readonly message: AccountMessage;
  /** May be empty. */
  readonly firstName: string;
  /** Where the mail goes. */
  readonly email: string;
  /** Of a change of address: the new one; else empty. */
  readonly newEmail: string;
  /** Absolute; for the messages that carry one. */
  readonly link: string | undefined;
};

/** What both parts of the mail say, in the reader's language. */
export type AccountNoticeView = ReturnType<typeof viewOf>;

export function viewOf({ sender, message, firstName, email, newEmail, link }: AccountNotice, locale: Locale) {
  const { hello, messages } = ACCOUNT_WORDS[locale];
  const words = messages[message];
  const path = words.path;
  return {
    locale,
    sender,
    subject: words.subject,
    title: words.title,
    hello: hello(oneLine(firstName)),
    lead: words.lead(email, newEmail),
    more: words.more,
    button: { label: words.button, href: link ?? `${sender.publicUrl}${path}` },
    why: words.why,
  };
}

export function textOf(view: AccountNoticeView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.hello,
    view.lead,
    words.pair(view.button.label, view.button.href),
    view.more,
    footText(view.sender, view.why, view.locale),
  );
}
