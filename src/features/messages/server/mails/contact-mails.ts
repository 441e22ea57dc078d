/** The two mails about a message to the shop: the message itself, to whoever answers it, and a word to the visitor that it has come. */
import type { ContactFields } from "../../rules/contact.ts";
import { action, fine, type Mail, text } from "./mail.ts";
import { formatMoment, linkTo, oneLine, type Pen, pair } from "./pen.ts";

export type ContactNotice = { readonly id: string; readonly fields: ContactFields; readonly receivedAt: Date };

/** To the shop, in the visitor's language: it is to be answered in that. */
export function contactNotice(pen: Pen, { id, fields, receivedAt }: ContactNotice): Mail {
  const { t } = pen;
  const subject = oneLine(fields.subject);
  return {
    subject: t("contactNotice.subject", { subject }),
    preview: fields.message.replaceAll("\n", " ").slice(0, 120),
    title: subject,
    blocks: [
      fine(
        pair(pen, t("contactNotice.from"), `${oneLine(fields.name)} <${fields.email}>`),
        pair(pen, t("contactNotice.about"), subject),
        pair(pen, t("contactNotice.received"), formatMoment(pen, receivedAt)),
      ),
      { kind: "quote", text: fields.message },
      action(linkTo(pen, `/admin/messages/${id}`, t("contactNotice.button"))),
      fine(t("contactNotice.more")),
    ],
    why: t("contactNotice.why"),
  };
}

/** To the visitor. Not a word of what was written is repeated: anybody can give anybody's address, and have the shop carry their text. */
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
