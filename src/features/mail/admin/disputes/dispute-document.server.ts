/** The evidence of a dispute as a PDF. It is in English, since the bank of a British card reads it. */
import type { SignIn } from "#features/accounts/server/devices/list-devices.ts";
import type { FileKind } from "#features/orders/rules/evidence.ts";
import { isForeign, isPartial } from "#features/orders/rules/refund-state.ts";
import type { Evidence } from "#features/orders/server/disputes/list-disputes.ts";
import type { ShownOrder } from "#features/orders/server/reading/show-order.ts";
import type { PdfBlock, PdfDocument, PdfFact } from "#platform/pdf/write-pdf.server.ts";
import { formatMoney } from "#shared/money/money.ts";
import { listTicketNumbers } from "#shared/ticket-ranges.ts";
import type { SentMail } from "../../server/list-order-mails.ts";

/** Card schemes accept few pages (Mastercard: 19), so only rows close to the purchase are printed. */
const MOST_MAILS = 15;
const MOST_SIGN_INS = 10;

export type DisputeDossier = Evidence & {
  readonly refunds: ShownOrder["refunds"];
  readonly mails: readonly Omit<SentMail, "id">[];
  readonly signIns: readonly SignIn[];
  readonly shop: { readonly name: string; readonly address: string; readonly companyNumber: string; readonly url: string };
  /** Paragraphs, in the version that the buyer accepted. */
  readonly refundPolicy: readonly string[];
  readonly madeAt: Date;
  readonly isTest: boolean;
};

export function disputeDocument(dossier: DisputeDossier): PdfDocument {
  const { shop, dispute, madeAt } = dossier;
  const title = `Evidence for dispute ${dispute.providerId}`;
  return {
    title,
    author: shop.name,
    language: "en-GB",
    madeAt,
    footer: (page, pages) => `${title} · page ${page} of ${pages}`,
    blocks: [
      { kind: "heading", level: 1, text: title },
      paragraph(`${shop.name}, ${shop.address}, company number ${shop.companyNumber}, ${shop.url}`),
      { kind: "paragraph", tone: "muted", text: `Compiled ${instant(madeAt)}` },
      ...(dossier.isTest ? [TEST_NOTICE] : []),
      ...disputeSection(dossier),
      ...statementSection(dossier),
      ...purchaseSection(dossier),
      ...deliverySection(dossier),
      ...refundSection(dossier),
      ...contactSection(dossier),
      ...(dossier.refundPolicy.length > 0 ? [heading("Refund policy, as shown before the purchase")] : []),
      ...dossier.refundPolicy.map(paragraph),
      ...fileSection(dossier),
    ],
  };
}

const TEST_NOTICE: PdfBlock = {
  kind: "paragraph",
  tone: "strong",
  text: "Test mode: no money was taken, and nothing in this document is evidence of anything.",
};

function disputeSection({ dispute, order }: DisputeDossier): PdfBlock[] {
  return [
    heading("Dispute"),
    facts([
      ["Dispute", dispute.providerId],
      ["Payment", order.paymentIntentId],
      ["Amount", formatMoney(dispute.amount, "en")],
      ["Reason given", dispute.reason.replaceAll("_", " ")],
      ["Opened", instant(dispute.openedAt)],
      ["Evidence due", dispute.dueBy && instant(dispute.dueBy)],
    ]),
    heading("Customer"),
    facts([
      ["Name", order.player],
      ["Email", order.email],
      ["Account", order.userId],
    ]),
  ];
}

function statementSection({ note }: DisputeDossier): PdfBlock[] {
  return note === "" ? [] : [heading("Statement of the shop"), ...note.split(/\n{2,}/).map(paragraph)];
}

const KINDS: Readonly<Record<FileKind, string>> = {
  delivery: "Delivery or use of the tickets",
  communication: "Messages with the customer",
  receipt: "Receipt, invoice or refund",
};

/** PDFs are sent beside this document; pictures are pages of it. */
function fileSection({ files }: DisputeDossier): PdfBlock[] {
  const pdfs = files.filter(({ type }) => type === "application/pdf");
  const pictures = files.filter(({ type }) => type === "image/jpeg");
  return [
    ...(pdfs.length > 0
      ? [
          heading("Sent with this document"),
          table(
            ["What it shows", "File"],
            pdfs.map(({ kind, name }) => [KINDS[kind], name]),
            [0.5, 0.5],
          ),
        ]
      : []),
    ...pictures.map(({ kind, name, content }): PdfBlock => ({
      kind: "picture",
      bytes: content,
      heading: `${KINDS[kind]}: ${name}`,
    })),
  ];
}

function purchaseSection({ order }: DisputeDossier): PdfBlock[] {
  return [
    heading("What was bought"),
    facts([
      ["Product", `Tickets in the prize draw “${order.lotteryTitle.en}”, delivered electronically at once`],
      ["Order", order.orderNumber],
      ["Order ID", order.id],
      ["Ordered", instant(order.createdAt)],
      ["Paid", order.settledAt && instant(order.settledAt)],
      ["Tickets", `${order.quantity} at ${formatMoney(order.unitPrice, "en")}`],
      ["Discount", order.discount > 0 ? formatMoney(order.discount, "en") : undefined],
      ["Total charged", formatMoney(order.captured, "en")],
      ["Refunded before", order.refunded > 0 ? formatMoney(order.refunded, "en") : undefined],
      ["Card", order.cardFunding],
    ]),
    heading("What the customer agreed to"),
    facts([
      [
        "Terms accepted",
        `Version ${order.termsVersion ?? "unknown"}, on ${instant(order.createdAt)}, with the button that names the price and the obligation to pay`,
      ],
      ["Answer to the draw’s question", order.answer],
    ]),
  ];
}

type Ticket = DisputeDossier["tickets"][number];

function deliverySection(dossier: DisputeDossier): PdfBlock[] {
  const { order, tickets } = dossier;
  const byState = Map.groupBy(tickets, (ticket) => ticketState(dossier, ticket));
  return [
    heading("Delivery: the tickets"),
    table(
      ["State", "Tickets", "Numbers"],
      [...byState].map(([state, group]) => [state, String(group.length), rangesOf(dossier, group)]),
      [0.28, 0.12, 0.6],
    ),
    paragraph(
      order.isPublic
        ? "The valid tickets are on the public entry list of the draw."
        : "The valid tickets are published with the entry list of the draw.",
    ),
  ];
}

function ticketState({ order, refunds }: DisputeDossier, { number, isVoid, isSuspended }: Ticket): string {
  if (!isVoid) return isSuspended ? "suspended by this dispute" : "valid";
  const isRefunded =
    order.state === "refunded" ||
    refunds.some(({ state, ticketNumbers }) => state === "succeeded" && ticketNumbers.includes(number));
  return isRefunded ? "refunded" : "void";
}

function rangesOf({ order }: DisputeDossier, tickets: readonly Pick<Ticket, "number">[]): string {
  return listTicketNumbers(
    order.shortNumber,
    tickets.map(({ number }) => number),
  );
}

function refundSection(dossier: DisputeDossier): PdfBlock[] {
  if (dossier.refunds.length === 0) return [];
  return [
    heading("Refunds"),
    table(
      ["Date", "Amount", "State", "Refund at the payment provider", "Tickets"],
      dossier.refunds.map((refund) => [
        instant(refund.failedAt ?? refund.doneAt ?? refund.sentAt ?? refund.createdAt),
        formatMoney(refund.amount, "en"),
        refund.state.replaceAll("_", " "),
        refund.providerRefundId ?? "none yet",
        rangesOf(dossier, ticketsOf(dossier, refund)) || "none",
      ]),
      [0.18, 0.12, 0.14, 0.28, 0.28],
    ),
  ];
}

/** The tickets that a refund took. One of the whole payment takes those that earlier partial ones left. */
function ticketsOf({ order, tickets, refunds }: DisputeDossier, refund: DisputeDossier["refunds"][number]): readonly Ticket[] {
  const { cause, amount, ticketNumbers } = refund;
  const isOfAll = !isPartial(cause) && (!isForeign(cause) || amount === order.captured);
  const takenBefore = refunds.flatMap((each) => each.ticketNumbers);
  return tickets.filter(({ number, isVoid }) =>
    isOfAll ? isVoid && !takenBefore.includes(number) : ticketNumbers.includes(number),
  );
}

function contactSection({ order, mails, signIns }: DisputeDossier): PdfBlock[] {
  const nearMails = nearest(mails, { to: order.createdAt, most: MOST_MAILS, timeOf: mailTime });
  const nearSignIns = nearest(signIns, { to: order.createdAt, most: MOST_SIGN_INS, timeOf: ({ signedInAt }) => signedInAt });
  return [
    heading("Emails to the customer"),
    table(
      ["Email", "To", "Sent", "Mail server"],
      nearMails.map((mail) => [
        mail.message,
        mail.recipient,
        instant(mailTime(mail)),
        mail.state === "sent" ? "accepted" : mail.state,
      ]),
      [0.22, 0.32, 0.32, 0.14],
    ),
    ...moreRows(mails.length - nearMails.length),
    heading("Sign-ins of this account"),
    table(
      ["Signed in", "Last used", "Device", "Network address"],
      nearSignIns.map((each) => [
        instant(each.signedInAt),
        instant(each.lastUsedAt),
        each.device,
        each.address ?? "no longer stored",
      ]),
      [0.28, 0.28, 0.22, 0.22],
    ),
    ...moreRows(signIns.length - nearSignIns.length),
  ];
}

function mailTime({ sentAt, createdAt }: DisputeDossier["mails"][number]): Date {
  return sentAt ?? createdAt;
}

/** The `most` rows whose time is nearest to `to`, oldest first. */
function nearest<Row>(
  rows: readonly Row[],
  { to, most, timeOf }: { readonly to: Date; readonly most: number; readonly timeOf: (row: Row) => Date },
): readonly Row[] {
  const distance = (row: Row) => Math.abs(timeOf(row).getTime() - to.getTime());
  return rows
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, most)
    .toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime());
}

function moreRows(count: number): PdfBlock[] {
  return count > 0 ? [{ kind: "paragraph", tone: "muted", text: `and ${count} more` }] : [];
}

const heading = (text: string): PdfBlock => ({ kind: "heading", level: 2, text });
const paragraph = (text: string): PdfBlock => ({ kind: "paragraph", text });
const facts = (rows: readonly PdfFact[]): PdfBlock => ({ kind: "facts", rows });

function table(head: readonly string[], rows: readonly (readonly string[])[], widths: readonly number[]): PdfBlock {
  return rows.length > 0 ? { kind: "table", head, rows, widths } : paragraph("None on record.");
}

function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
