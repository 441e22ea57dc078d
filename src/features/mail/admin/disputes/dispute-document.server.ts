/** The evidence of a dispute as a PDF. It is in English, since the bank of a British card reads it. */
import type { SignIn } from "#features/accounts/server/devices/list-devices.ts";
import type { FileKind } from "#features/orders/rules/evidence.ts";
import type { Evidence } from "#features/orders/server/disputes/list-disputes.ts";
import type { PdfBlock, PdfDocument, PdfFact } from "#platform/pdf/write-pdf.server.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { formatMoney } from "#shared/money/money.ts";
import type { SentMail } from "../../server/list-order-mails.ts";

export type DisputeDossier = Evidence & {
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

function deliverySection({ order, tickets }: DisputeDossier): PdfBlock[] {
  return [
    heading("Delivery: the tickets"),
    table(
      ["Number", "Tag on the public entry list", "State"],
      tickets.map(({ number, tag, isVoid, isSuspended }) => [
        formatTicketNumber(order.shortNumber, number),
        tag || "published with the entry list",
        isVoid ? "void" : isSuspended ? "suspended by this dispute" : "valid",
      ]),
      [0.27, 0.45, 0.28],
    ),
  ];
}

function contactSection({ mails, signIns }: DisputeDossier): PdfBlock[] {
  return [
    heading("Emails to the customer"),
    table(
      ["Email", "To", "Sent", "Mail server"],
      mails.map((mail) => [
        mail.message,
        mail.recipient,
        instant(mail.sentAt ?? mail.createdAt),
        mail.state === "sent" ? "accepted" : mail.state,
      ]),
      [0.22, 0.32, 0.32, 0.14],
    ),
    heading("Sign-ins of this account"),
    table(
      ["Signed in", "Last used", "Device", "Network address"],
      signIns.map((each) => [
        instant(each.signedInAt),
        instant(each.lastUsedAt),
        each.device,
        each.address ?? "no longer stored",
      ]),
      [0.28, 0.28, 0.22, 0.22],
    ),
  ];
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
