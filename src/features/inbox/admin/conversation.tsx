/** The messages, answers and notes of a conversation, oldest first. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "#ui/badge.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { EmailText } from "#ui/text/email-text.tsx";
import type { EntryKind } from "../rules/conversation.ts";

/**
 * `name`, `email`: of the sender, if stored with the entry. `author`: of the staff. `isSignedIn`: the player
 * was, when they wrote.
 */
type Entry = {
  readonly id: string;
  readonly kind: EntryKind;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly subject: string | undefined;
  readonly text: string;
  readonly author: string | undefined;
  readonly isSignedIn: boolean;
  readonly at: Date;
  readonly mailState: string | undefined;
};

type Props = {
  /** The first message. `startedBy`: the member of staff who wrote it; "" if their name is unknown. */
  first: {
    readonly name: string;
    readonly email: string;
    readonly text: string;
    readonly createdAt: Date;
    readonly startedBy: string | undefined;
    readonly mailState: string | undefined;
    readonly isSignedIn: boolean;
  };
  entries: readonly Entry[];
  /** Language of the conversation. */
  locale: string;
};

export function Conversation({ first, entries, locale }: Props) {
  const { t } = useTranslation("admin-inbox");
  const isFirstOurs = first.startedBy !== undefined;
  const shown = [
    {
      ...{ name: first.name, email: first.email },
      ...{ id: "first", kind: isFirstOurs ? ("answer" as const) : ("message" as const), subject: undefined, text: first.text },
      ...{ author: first.startedBy || undefined, isSignedIn: first.isSignedIn, at: first.createdAt, mailState: first.mailState },
    },
    ...entries,
  ];
  return (
    <ol className="grid gap-4" aria-label={t("conversation.title")}>
      {shown.map((entry) => (
        <Item key={entry.id} entry={entry} first={first} locale={locale} />
      ))}
    </ol>
  );
}

const GROUNDS = {
  message: "admin-card",
  email: "admin-card",
  answer: "admin-card sm:ms-10",
  note: "rounded-[8px] bg-warn-ground sm:ms-10",
} as const satisfies Record<EntryKind, string>;

/** Not confirmed: on its way, or the mail server's reply got lost. */
const MAIL_STATES = {
  sent: { key: "conversation.mail.sent", tone: undefined },
  failed: { key: "conversation.mail.failed", tone: "cancelled" },
  pending: { key: "conversation.mail.pending", tone: "warn" },
} as const;

function Item({ entry, first, locale }: { entry: Entry; first: Props["first"]; locale: string }) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  const { kind, name = first.name, email = first.email, subject, text, author, isSignedIn, at, mailState } = entry;
  const isOurs = kind === "answer" || kind === "note";
  const writer = isOurs ? (author ?? t("conversation.shop")) : name;
  return (
    <li className={`${GROUNDS[kind]} p-5`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[560] wrap-anywhere">{writer}</span>
        {!isOurs && email !== first.email && (
          <span className="type-small">
            <EmailText address={email} />
          </span>
        )}
        {isOurs && <Badge tone={kind === "note" ? "warn" : "completed"}>{t(`conversation.kinds.${kind}`)}</Badge>}
        <span className="type-small">{`${date(at, "short")}, ${date(at, "time")}`}</span>
        {kind === "answer" && mailState !== undefined && <MailState state={mailState} />}
      </p>
      {subject !== undefined && <p className="mt-1 font-[560] wrap-anywhere">{subject}</p>}
      <p className="mt-2 max-w-[72ch] whitespace-pre-wrap wrap-anywhere" lang={kind === "note" ? undefined : locale}>
        {text}
      </p>
      <Origin>
        {kind === "email" && t("conversation.copied", { name: author ?? t("conversation.shop") })}
        {kind === "message" && (isSignedIn ? t("conversation.signedIn") : t("conversation.signedOut"))}
      </Origin>
    </li>
  );
}

function MailState({ state }: { state: string }) {
  const { t } = useTranslation("admin-inbox");
  const { key, tone } = MAIL_STATES[state === "sent" || state === "failed" ? state : "pending"];
  return tone === undefined ? <span className="type-small">{t(key)}</span> : <Badge tone={tone}>{t(key)}</Badge>;
}

function Origin({ children }: { children: ReactNode }) {
  return <p className="type-small mt-2 empty:hidden">{children}</p>;
}
