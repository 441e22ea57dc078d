/** The receipt of an order: seller, buyer, draw, price, refunds and tickets. */
import { useTranslation } from "react-i18next";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import type { Trader } from "#shared/brand/brand.ts";
import { formatClosing } from "#shared/dates/draw-hours.ts";
import { ticketPrefix } from "#shared/ids.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { listTicketNumbers } from "#shared/ticket-ranges.ts";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import type { ReceiptDocument } from "../../rules/checkout/purchase-view.ts";
import { termsAddress, termsDay } from "../../rules/checkout/terms.ts";
import type { Receipt } from "../../server/reading/list-purchases.ts";
import { ReceiptDocuments } from "./receipt-documents.tsx";

/** `draw`: the title in the buyer's language. */
export type ReceiptView = Omit<Receipt, "lotteryTitle" | "furtherTitles"> & {
  readonly draw: string;
  /** The titles of a draw's prizes, if it has several. */
  readonly prizes: readonly string[];
  /** Empty until the order is in the books. */
  readonly documents: readonly ReceiptDocument[];
  readonly buyer: { readonly name: string; readonly email: string };
  readonly seller: Pick<Trader, "name" | "address" | "companyNumber" | "vatNumber" | "email">;
};

/** Seller or buyer, a line each; empty lines are left out. */
function Party({ title, lines, children }: { title: string; lines: readonly string[]; children?: string }) {
  return (
    <div className="text-[0.9375rem]">
      <h2 className="mb-1.5 text-muted">{title}</h2>
      {lines
        .filter((line) => line !== "")
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {children && <p>{children}</p>}
    </div>
  );
}

/** The kind of card. */
function Funding({ funding, total }: { funding: string | undefined; total: Pence }) {
  const { t } = useTranslation("profile");
  if (total === 0) return <>{t("receipt.free")}</>;
  return <>{t(funding === "credit" || funding === "debit" || funding === "prepaid" ? `receipt.${funding}` : "receipt.card")}</>;
}

/** Each ticket with its secret tag, by which its owner finds it in the list of entries. */
function Tickets({ receipt: { tickets, shortNumber } }: { receipt: ReceiptView }) {
  const { t } = useTranslation("profile");
  const { number } = useFormat();
  return (
    <PanelPart>
      <h2 className="type-h3">{t("tickets.count", { count: tickets.length, n: number(tickets.length) })}</h2>
      <p className="type-small mt-2 mb-4 max-w-[64ch]">{t("receipt.tagsText")}</p>
      <ul className="receipt-tickets type-mono" aria-label={t("receipt.tickets")}>
        {tickets.map((ticket) => (
          <li key={ticket.number}>
            <span className={ticket.isVoid ? "line-through" : undefined}>
              {ticketPrefix(shortNumber) + String(ticket.number).padStart(6, "0")}
            </span>
            <span className="break-all text-muted">
              {ticket.isVoid && t("receipt.void")}
              {!ticket.isVoid && (ticket.isSuspended ? t("receipt.suspended") : ticket.tag)}
            </span>
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}

function TermsLink({ version }: { version: string }) {
  const { t } = useTranslation("profile");
  const { date } = useFormat();
  return (
    <a href={termsAddress(version)} className="text-link">
      {t("receipt.termsOf", { date: date(termsDay(version)) })}
    </a>
  );
}

/** The whole receipt, which can be printed. */
export function ReceiptSheet({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation("profile");
  const { date, money, number, percent } = useFormat();
  const locale = useLocale();
  const { quantity, unitPrice, discount, total, pack, code, percentOff } = receipt;
  const dates = drawDates(receipt);
  const discountText = () => {
    const off = percent(percentOff / 100, 0);
    if (pack) return t("receipt.pack", { pack: t(`receipt.packs.${pack}`), percent: off });
    if (code) return t("receipt.code", { code: code.code, percent: off });
    return t("receipt.discount", { percent: off });
  };
  /** A negative amount, with the sign of typography instead of a hyphen. */
  const minus = (amount: Pence) => money(pence(-amount)).replace("-", "−");
  const ticketsOf = (numbers: readonly number[]) =>
    numbers.length === 0
      ? []
      : [t("receipt.refundOf", { count: numbers.length, numbers: listTicketNumbers(receipt.shortNumber, numbers) })];
  const moment = (at: Date) => `${date(at)}, ${date(at, "time")}`;
  return (
    <Panel className="receipt">
      <PanelPart className="grid gap-6">
        <div className="grid gap-1.5">
          <h1 className="type-h2">{t("receipt.title")}</h1>
          {receipt.documents[0] && <p className="type-mono text-[1.0625rem]">{receipt.documents[0].number}</p>}
        </div>
        <div className="grid gap-6 sm:grid-cols-2">
          <Party title={t("receipt.from")} lines={[receipt.seller.name, receipt.seller.address, receipt.seller.email]}>
            {[
              t("receipt.company", { number: receipt.seller.companyNumber }),
              ...(receipt.seller.vatNumber === undefined ? [] : [t("receipt.vatNumber", { number: receipt.seller.vatNumber })]),
            ].join(", ")}
          </Party>
          <Party title={t("receipt.to")} lines={[receipt.buyer.name, receipt.buyer.email]} />
        </div>
      </PanelPart>
      <PanelPart>
        <DefinitionList
          rows={[
            { id: "order", term: t("receipt.order"), value: <span className="type-mono">{receipt.orderNumber}</span> },
            {
              id: "kind",
              term: t("receipt.kind"),
              value: t(receipt.kind === "paid" ? "receipt.paidOrder" : "receipt.freeEntry"),
            },
            { id: "date", term: t("receipt.date"), value: moment(receipt.at) },
            { id: "draw", term: t("receipt.draw"), value: receipt.draw },
            ...(receipt.prizes.length > 0
              ? [
                  {
                    id: "prizes",
                    term: t("receipt.prizes"),
                    value: receipt.prizes.map((title, index) => (
                      <span key={index} className="block">
                        {number(index + 1)}. {title}
                      </span>
                    )),
                  },
                ]
              : []),
            { id: "closes", term: t("receipt.closes"), value: formatClosing(receipt, locale) },
            ...(dates.lastPostOn ? [{ id: "lastPost", term: t("receipt.lastPost"), value: date(dates.lastPostOn) }] : []),
            { id: "drawnFrom", term: t("receipt.drawnFrom"), value: date(dates.drawnFrom) },
            ...(receipt.termsVersion
              ? [{ id: "terms", term: t("receipt.terms"), value: <TermsLink version={receipt.termsVersion} /> }]
              : []),
          ]}
        />
      </PanelPart>
      <PanelPart className="grid gap-5">
        <DefinitionList
          rows={[
            {
              id: "line",
              term: t("receipt.line", { count: quantity, n: number(quantity), price: money(unitPrice) }),
              value: money(pence(unitPrice * quantity)),
            },
            ...(discount > 0
              ? [
                  {
                    id: "saving",
                    term: discountText(),
                    value: minus(discount),
                    saving: true,
                  },
                ]
              : []),
            { id: "total", term: t("receipt.total"), value: money(total), strong: true },
            ...receipt.refunds.map((refund, i) => ({
              id: `refund${i}`,
              term: [t(`receipt.refunds.${refund.state}`), date(refund.at), ...ticketsOf(refund.ticketNumbers)].join(", "),
              value: minus(refund.amount),
            })),
            { id: "payment", term: t("receipt.payment"), value: <Funding funding={receipt.cardFunding} total={total} /> },
            ...(receipt.paymentId
              ? [
                  {
                    id: "reference",
                    term: t("receipt.paymentId"),
                    value: <span className="type-mono break-all">{receipt.paymentId}</span>,
                  },
                ]
              : []),
          ]}
        />
        <p className="type-tiny">{t("receipt.vat")}</p>
      </PanelPart>
      {total > 0 && <ReceiptDocuments documents={receipt.documents} />}
      {receipt.tickets.length > 0 && <Tickets receipt={receipt} />}
    </Panel>
  );
}
