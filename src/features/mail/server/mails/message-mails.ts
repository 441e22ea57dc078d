/** Mails about contact messages and complaints. */
import { namesAdr } from "#features/inbox/rules/complaint.ts";
import type { ContactFields } from "#features/inbox/rules/contact.ts";
import { answerSubject, findTag, subjectTag } from "#features/inbox/rules/conversation.ts";
import { formatDate } from "#shared/dates/dates.ts";
import type { ComplaintOutcome } from "#shared/states.ts";
import { fillLetter, type LetterTopic } from "../../rules/letter.ts";
import { action, fine, type Mail, receipt, text } from "./mail.ts";
import { formatMoment, linkTo, oneLine, type Pen, pair } from "./pen.ts";

/** A message of the contact form. */
export type ContactNotice = {
  readonly id: string;
  readonly number: number;
  readonly fields: ContactFields;
  readonly receivedAt: Date;
};

/** To the shop, in the visitor's language, for the answer. Contains the visitor's text. */
export function contactNotice(pen: Pen, { id, number, fields, receivedAt }: ContactNotice): Mail {
  const { t } = pen;
  const subject = oneLine(fields.subject);
  return {
    subject: t("contactNotice.subject", { subject }),
    preview: fields.message.replaceAll("\n", " ").slice(0, 120),
    title: subject,
    blocks: [
      fine(
        pair(pen, t("contactNotice.from"), `${oneLine(fields.name)} <${fields.email}>`),
        pair(pen, t("contactNotice.about"), findTag(subject) === number ? subject : `${subject} ${subjectTag(number)}`),
        pair(pen, t("contactNotice.received"), formatMoment(pen, receivedAt)),
      ),
      { kind: "quote", text: fields.message },
      action(linkTo(pen, `/admin/messages/${id}`, t("contactNotice.button"))),
      fine(t("contactNotice.more")),
    ],
    why: t("contactNotice.why"),
  };
}

/** To the visitor, without their text: else the shop could be used to send it to other people. */
export function contactReceipt(pen: Pen): Mail {
  const { t } = pen;
  return {
    subject: t("contactReceipt.subject"),
    title: t("contactReceipt.title"),
    blocks: [
      text(t("contactReceipt.lead")),
      action(linkTo(pen, "/how-to-win", t("contactReceipt.button"))),
      fine(t("contactReceipt.more")),
    ],
    why: t("contactReceipt.why"),
  };
}

/** `subject`: of the conversation. `isAnswer`: to a message of the player, else the shop writes first. */
type ConversationMail = {
  readonly subject: string;
  readonly number: number;
  readonly text: string;
  readonly isAnswer: boolean;
};

/** To a player, as staff wrote it. Replies go to the shop's mailbox with the reference in the subject. */
export function conversationMail(pen: Pen, { subject, number, text: written, isAnswer }: ConversationMail): Mail {
  const { t } = pen;
  const line = oneLine(subject);
  return {
    subject: isAnswer ? answerSubject(line, number) : `${line} ${subjectTag(number)}`,
    preview: written.replaceAll("\n", " ").slice(0, 120),
    title: line,
    blocks: [text(written), fine(t("conversation.reply", { tag: subjectTag(number) }))],
    why: t(isAnswer ? "conversation.whyAnswer" : "conversation.whyFirst"),
  };
}

/** A letter to a person with tickets in a draw, in their language. `isCancelled`: whether the draw was. */
export type LetterMail = {
  readonly topic: LetterTopic;
  readonly isCancelled: boolean;
  readonly draw: string;
  readonly firstName: string;
  readonly subject: string;
  readonly text: string;
};

export function letterMail(pen: Pen, { topic, isCancelled, draw, firstName, subject, text: written }: LetterMail): Mail {
  const { t } = pen;
  const filled = fillLetter(written, { name: oneLine(firstName) || t("letter.nameless"), draw, shop: pen.sender.shop });
  return {
    subject: oneLine(fillLetter(subject, { name: oneLine(firstName) || t("letter.nameless"), draw, shop: pen.sender.shop })),
    preview: filled.replaceAll("\n", " ").slice(0, 120),
    blocks: [text(filled)],
    why: t(`letter.${isCancelled ? "whyCancelled" : "why"}.${topic}`, { draw }),
  };
}

type ComplaintMessage = "complaint-received" | "complaint-confirmed" | "complaint-answered";
type ComplaintNotice = {
  readonly message: ComplaintMessage;
  readonly complaint: {
    readonly number: string;
    readonly acknowledgeBy: Date;
    readonly answerBy: Date;
    readonly outcome: ComplaintOutcome | undefined;
    readonly answer: string | undefined;
  };
};

const KEYS = { "complaint-received": "received", "complaint-confirmed": "confirmed", "complaint-answered": "answered" } as const;

/** Without the visitor's text: else the shop could be used to send it to other people. */
export function complaintNotice(pen: Pen, { message, complaint }: ComplaintNotice): Mail {
  const { t, sender } = pen;
  const { number, outcome, answer } = complaint;
  const about = `complaint.${KEYS[message]}` as const;
  const adr = sender.trader.adrScheme;
  const isAnswer = message === "complaint-answered" && outcome !== undefined;
  return {
    subject: t(`${about}.subject`, { number }),
    title: t(`${about}.title`),
    blocks: [
      text(t(`${about}.lead`)),
      receipt(
        { label: t("complaint.number"), value: number },
        message === "complaint-received"
          ? { label: t("complaint.confirmedBy"), value: lastDay(pen, complaint.acknowledgeBy) }
          : undefined,
        isAnswer ? undefined : { label: t("complaint.answeredBy"), value: lastDay(pen, complaint.answerBy) },
        isAnswer ? { label: t("complaint.outcome"), value: t(`complaint.outcomes.${outcome}`) } : undefined,
      ),
      isAnswer && answer !== undefined && text(answer),
      isAnswer && namesAdr(outcome) && text(adr === undefined ? t("complaint.adrNone") : t("complaint.adr", { scheme: adr })),
      action(linkTo(pen, "/terms#complaints", t("complaint.button"))),
      fine(t(`${about}.more`)),
    ],
    why: t("complaint.why"),
  };
}

/** The day that ends at this midnight. */
function lastDay({ locale }: Pen, end: Date): string {
  return formatDate(new Date(end.getTime() - 1), locale);
}
