/** GET /admin/disputes/{id}/evidence.html: all evidence that the shop has for a bank, in one file. */

import { listSignIns, type SignIn } from "#features/accounts/server/devices/list-devices.ts";
import { adminCall, permittedFile } from "#features/accounts/server/sessions/admin-call.ts";
import { TERMS_VERSION, termsNumber } from "#features/orders/rules/checkout/terms.ts";
import { type Evidence, exportEvidence } from "#features/orders/server/disputes/list-disputes.ts";
import { findTextVersion, textValuesAt } from "#features/site/server/texts/text-version.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Call } from "#platform/request/api.server.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { formatMoney, type Pence, pence } from "#shared/money/money.ts";
import { plainText, readBlocks } from "#shared/text/text-markup.ts";
import { listOrderMails } from "../server/list-order-mails.ts";
import type { SentMail } from "../server/list-order-mails.ts";

/** The file. 404 for an unknown dispute. */
export async function get({ params, context, request }: Call<"disputeId">) {
  const { ctx, actor } = await adminCall(context, request);
  const exported = permittedFile(request, await exportEvidence(ctx, actor, params.disputeId));
  if (!exported.ok) throw new Response(null, { status: 404 });
  const { order, dispute } = exported.value;
  const [mails, signIns] = await Promise.all([
    listOrderMails(ctx, actor, { orderId: order.id, userId: order.userId }),
    listSignIns(ctx, order.userId),
  ]);
  const { name, address, companyNumber } = ctx.brand.current.trader;
  const html = evidenceHtml({
    ...exported.value,
    mails: mails.ok ? mails.value : [],
    signIns,
    shop: { name, address, companyNumber, url: ctx.publicUrl },
    refundPolicy: await refundPolicyOf(ctx, order.termsVersion),
    madeAt: ctx.now(),
    isTest: ctx.env.isTestMode,
  });
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Disposition": `attachment; filename="evidence-${dispute.providerId}.html"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Paragraphs of the refund policy in the version that the buyer accepted. */
async function refundPolicyOf(ctx: Ctx, accepted: string | undefined): Promise<readonly string[]> {
  const terms = await findTextVersion(ctx, "terms", termsNumber(accepted ?? TERMS_VERSION));
  const section = terms?.bodies.en?.sections.find(({ id }) => id === "refunds");
  return terms && section ? plainText(readBlocks(section.text, await textValuesAt(ctx, terms.at, "en"))) : [];
}

type EvidenceFile = Evidence & {
  readonly mails: readonly Omit<SentMail, "id">[];
  readonly signIns: readonly SignIn[];
  readonly shop: { readonly name: string; readonly address: string; readonly companyNumber: string; readonly url: string };
  readonly refundPolicy: readonly string[];
  readonly madeAt: Date;
  readonly isTest: boolean;
};

/** A complete HTML document. Every value is escaped, and it loads no other resource. */
function evidenceHtml(file: EvidenceFile): string {
  const { order, dispute } = file;
  const title = `Evidence for dispute ${dispute.providerId}`;
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...(file.isTest
      ? ["<p><strong>Test mode: no money was taken, and nothing in this file is evidence of anything.</strong></p>"]
      : []),
    `<p>${escapeHtml(`${file.shop.name}, ${file.shop.address}, company number ${file.shop.companyNumber}, ${file.shop.url}. Compiled ${instant(file.madeAt)}.`)}</p>`,
    section(
      "Dispute",
      facts([
        ["Dispute", dispute.providerId],
        ["Payment", order.paymentIntentId],
        ["Amount", money(dispute.amount)],
        ["Reason given", dispute.reason],
        ["Opened", instant(dispute.openedAt)],
        ["Evidence due", dispute.dueBy && instant(dispute.dueBy)],
      ]),
    ),
    section(
      "Customer",
      facts([
        ["Name", order.player],
        ["Email", order.email],
        ["Account", order.userId],
      ]),
    ),
    section(
      "What was bought",
      facts([
        ["Product", `Tickets in the prize draw "${order.lotteryTitle.en}", delivered electronically at once`],
        ["Order", order.orderNumber],
        ["Order ID", order.id],
        ["Ordered", instant(order.createdAt)],
        ["Paid", order.settledAt && instant(order.settledAt)],
        ["Tickets", `${order.quantity} at ${money(order.unitPrice)}`],
        ["Discount", order.discount > 0 ? money(order.discount) : undefined],
        ["Total charged", money(order.captured)],
        ["Refunded before", order.refunded > 0 ? money(order.refunded) : undefined],
        ["Card", order.cardFunding],
      ]),
    ),
    section(
      "What the customer agreed to",
      facts([
        [
          "Terms accepted",
          `version ${order.termsVersion ?? "unknown"}, on ${instant(order.createdAt)}, with the button that names the price and the obligation to pay`,
        ],
        ["Answer to the draw’s question", order.answer],
      ]),
    ),
    section("Delivery: the tickets", ticketTable(file)),
    section(
      "Emails to the customer",
      table(
        ["Email", "To", "Sent", "Mail server"],
        file.mails.map((mail) => [
          mail.message,
          mail.recipient,
          instant(mail.sentAt ?? mail.createdAt),
          mail.state === "sent" ? "accepted" : mail.state,
        ]),
      ),
    ),
    section(
      "Sign-ins of this account",
      table(
        ["Signed in", "Last used", "Device", "Network address"],
        file.signIns.map((each) => [instant(each.signedInAt), instant(each.lastUsedAt), each.device, each.address ?? "not kept"]),
      ),
    ),
    section(
      "Refund policy, as shown before the purchase",
      file.refundPolicy.map((text) => `<p>${escapeHtml(text)}</p>`).join(""),
    ),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body.join("")}</body></html>`;
}

const STYLE =
  "body{font:15px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1b1a18;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #ddd;overflow-wrap:anywhere}";

function ticketTable({ order, tickets }: Evidence): string {
  const rows = tickets.map(({ number, tag, isVoid, isSuspended }) => [
    formatTicketNumber(order.shortNumber, number),
    tag || "published with the entry list",
    isVoid ? "void" : isSuspended ? "suspended by this dispute" : "valid",
  ]);
  return table(["Number", "Tag on the public entry list", "State"], rows);
}

/** A heading with content. */
function section(title: string, inner: string): string {
  return `<h2>${escapeHtml(title)}</h2>${inner}`;
}

/** A table of names and values. Omits unknown values. */
function facts(rows: readonly (readonly [string, string | undefined])[]): string {
  const known = rows.filter(([, value]) => value);
  return `<table>${known.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value ?? "")}</td></tr>`).join("")}</table>`;
}

/** A table with a head. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "<p>None on record.</p>";
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${cells("th", head)}${rows.map((row) => cells("td", row)).join("")}</table>`;
}

function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function money(amount: Pence): string {
  return formatMoney(pence(amount), "en");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
