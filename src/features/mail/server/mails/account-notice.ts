/** Mails about an account: links, changes, security. Their texts: `mails.json`, `account`. */
import { HELP_PHONES } from "#features/accounts/rules/person/help-organisations.ts";
import { ACCOUNT_MAILS, type AccountMessage } from "#shared/account-mails.ts";
import { action, fine, type Mail, text } from "./mail.ts";
import { formatMoment, hello, linkTo, type Pen } from "./pen.ts";

export type AccountNotice = {
  readonly message: AccountMessage;
  readonly firstName: string;
  readonly email: string;
  /** The new address after a change; empty if it must not be shown. */
  readonly newEmail: string;
  readonly until?: Date | undefined;
  readonly link: string | undefined;
};

/** Text key of a mail's name: "email-changed" → "email_changed". */
type Key<Name extends string> = Name extends `${infer Word}-${infer Rest}` ? `${Word}_${Key<Rest>}` : Name;

/** Mails that name the new address, if it may be shown. */
const CHANGES = ["email-change-asked", "email-changed"] as const;
type Change = (typeof CHANGES)[number];

function isChange(message: AccountMessage): message is Change {
  return CHANGES.some((each) => each === message);
}

/** The mail. `link`: replaces the button's address. */
export function accountNotice(pen: Pen, { message, firstName, email, newEmail, until, link }: AccountNotice): Mail {
  const { t } = pen;
  const about = `account.${message.replaceAll("-", "_") as Key<AccountMessage>}` as const;
  const lead =
    isChange(message) && newEmail === ""
      ? (`account.${message.replaceAll("-", "_") as Key<Change>}.leadUnnamed` as const)
      : (`${about}.lead` as const);
  const button = linkTo(pen, ACCOUNT_MAILS[message].path, t(`${about}.button`));
  return {
    subject: t(`${about}.subject`),
    title: t(`${about}.title`),
    hello: hello(pen, firstName),
    blocks: [
      text(t(lead, { email, newEmail, until: until ? formatMoment(pen, until) : "" })),
      action(link === undefined ? button : { ...button, href: link }),
      fine(t(`${about}.more`, HELP_PHONES)),
    ],
    why: t(`${about}.why`),
  };
}
