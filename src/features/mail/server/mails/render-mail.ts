import { HELPLINE } from "#features/accounts/rules/person/help-organisations.ts";
import { companyRegistry } from "#shared/registry.ts";
import type { Block, Mail, MailContent, MailLink, MailRow } from "./mail.ts";
import { type Pen, pair } from "./pen.ts";

/** HTML and plain text of a mail. In test mode, the subject says so. */
export async function renderMail(pen: Pen, mail: Mail): Promise<MailContent> {
  const { renderHtml } = await import("./mail-html.tsx");
  const { t, sender } = pen;
  const sent = sender.isTest ? { ...mail, subject: t("testMode.subject", { subject: mail.subject }) } : mail;
  return { subject: sent.subject, html: renderHtml(pen, sent), text: renderText(pen, sent) };
}

/** Plain text with blank lines between paragraphs. Links are at the end, since there are no buttons. */
function renderText(pen: Pen, mail: Mail): string {
  const blocks = mail.blocks.filter((block) => block !== false && block !== undefined);
  const links = blocks.filter(({ kind }) => kind === "action");
  const rest = blocks.filter(({ kind }) => kind !== "action");
  const end = rest.findLastIndex(({ kind }) => kind !== "fine") + 1;
  const parts = [
    pen.sender.isTest && pen.t("testMode.text"),
    mail.hello,
    // Omits a title that repeats the subject.
    mail.title !== undefined && !mail.subject.includes(mail.title.replace(/\.$/, "")) && mail.title,
    ...[...rest.slice(0, end), ...links, ...rest.slice(end)].map((block) => textOf(pen, block)),
    footOf(pen, mail),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** A block as plain text; empty for pictures and space. */
function textOf(pen: Pen, block: Block): string {
  const row = ({ label, value }: MailRow) => pair(pen, label, value);
  const link = ({ label, href }: MailLink) => pair(pen, label, href);
  switch (block.kind) {
    case "heading":
    case "text":
    case "quote":
      return block.text;
    case "fine":
      return lines(...block.lines, block.link && link(block.link));
    case "item":
      return lines(block.title, block.text, block.href);
    case "action":
      return lines(link(block.link), block.beside && link(block.beside));
    case "sums":
      return lines(block.title, ...block.lines.map(row));
    case "receipt":
      return lines(...block.rows.map(row));
    case "tickets": {
      const listed = block.tickets.map(({ number, tag }) => (tag === undefined ? number : `${number}  ${tag}`));
      const isOne = listed.length === 1;
      const ranges = isOne ? [] : [...block.ranges, ""];
      return [lines(block.title, ...ranges, ...listed), block.about].filter(Boolean).join("\n\n");
    }
    case "steps":
      return lines(block.title, ...block.steps.map(({ title, text }) => `- ${pair(pen, title, text)}`), link(block.link));
    case "draws":
      return lines(...block.draws.map(({ line, href }) => `- ${line}\n  ${href}`));
    case "offer":
      return lines(pair(pen, block.label, block.code), block.off, block.until);
    case "ticketList":
    case "picture":
    case "space":
      return "";
  }
}

/** Why the reader gets the mail, and the seller, after the standard delimiter of a signature. */
function footOf(pen: Pen, { why, leave }: Mail): string {
  const { t, sender } = pen;
  const { name, address, companyNumber, vatNumber, email } = sender.trader;
  const registry = companyRegistry(companyNumber);
  return lines(
    "-- ",
    `${why} ${t("foot.questions", { email })}`,
    `${name}, ${address}`,
    `${t("foot.company", { number: companyNumber })}. ${registry === undefined ? "" : `${t(`registeredIn.${registry}`)} `}${vatNumber === undefined ? "" : `${t("foot.vat", { number: vatNumber })}. `}${t("foot.adults")}`,
    t("foot.help", { phone: HELPLINE }),
    leave && pair(pen, leave.label, leave.href),
  );
}

/** Joins lines; undefined ones are omitted. */
function lines(...lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}
