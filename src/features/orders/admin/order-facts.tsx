/** The price, the details and the disputes of an order, for administrators. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PackName } from "#features/lotteries/rules/purchase/pricing.ts";
import { pence } from "#shared/money/money.ts";
import { type DocumentKind, PROVIDER_NAMES } from "#shared/states.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { useLanguageName } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList, type DefinitionRow } from "#ui/lists/definition-list.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { termsAddress, termsDay } from "../rules/checkout/terms.ts";
import type { ShownOrder } from "../server/reading/show-order.ts";
import { Due, Standing } from "./disputes/disputes-table.tsx";

type Order = Omit<ShownOrder["order"], "lotteryTitle">;

/** Names of packs, the same in all languages. */
const PACKS: Record<PackName, string> = {
  bronze: "Bronze",
  silver: "Silver",
  gold: "Gold",
  platinum: "Platinum",
  diamond: "Diamond",
};

/** From the price of the tickets to what the shop keeps of the payment. */
export function OrderSums({ order }: { order: Order }) {
  const { t } = useTranslation("admin-orders");
  const { money, number } = useFormat();
  if (order.kind === "free") return <AdminCard title={t("order.price")}>{t("order.nothing")}</AdminCard>;
  const {
    quantity,
    unitPrice,
    discount,
    percentOff: percent,
    pack,
    code = "",
    total,
    captured,
    refunded,
    returning,
    disputed,
    chargedBack,
  } = order;
  const rows: DefinitionRow[] = [
    {
      id: "unit",
      term: t("order.unit", { n: number(quantity), price: money(unitPrice) }),
      value: money(pence(unitPrice * quantity)),
    },
  ];
  if (discount > 0)
    rows.push({
      id: "discount",
      term: pack ? t("order.pack", { name: PACKS[pack], percent }) : t("order.code", { code, percent }),
      value: `−${money(discount)}`,
      saving: true,
    });
  rows.push({ id: "total", term: t("order.total"), value: money(total), strong: true });
  rows.push({ id: "captured", term: t("order.captured"), value: money(captured) });
  if (disputed > 0) rows.push({ id: "disputed", term: t("order.disputed"), value: `−${money(disputed)}` });
  if (chargedBack > 0) rows.push({ id: "chargedBack", term: t("order.chargedBack"), value: `−${money(chargedBack)}` });
  if (refunded > 0) rows.push({ id: "refunded", term: t("order.refunded"), value: `−${money(refunded)}` });
  if (returning > 0) rows.push({ id: "returning", term: t("order.returning"), value: `−${money(returning)}` });
  if (refunded + returning + disputed + chargedBack > 0 && order.state !== "refunded" && order.state !== "charged_back")
    rows.push({
      id: "kept",
      term: t(order.state === "paid" ? "order.kept" : "order.owed"),
      value: money(pence(captured - refunded - returning - disputed - chargedBack)),
      strong: true,
    });
  return (
    <AdminCard title={t("order.price")}>
      <DefinitionList rows={rows} />
    </AdminCard>
  );
}

/** An invoice or credit note. */
type Document = { readonly kind: DocumentKind; readonly number: string };

/** A row, or nothing without a value. */
function row(id: string, term: string, value: ReactNode): DefinitionRow | false {
  return value ? { id, term, value } : false;
}

/** The kinds of card with a text of their own. */
function isFunding(text: string | undefined): text is "credit" | "debit" | "prepaid" {
  return text === "credit" || text === "debit" || text === "prepaid";
}

/** Numbers and ids, which are not translated. */
function Mono({ children }: { children: string }) {
  return (
    <span translate="no" className="type-mono text-[0.8125rem]">
      {children}
    </span>
  );
}

/** Buyer, numbers, payment, quiz answer, language and terms. */
export function OrderFacts({ order, documents }: { order: Order; documents: readonly Document[] }) {
  const { t } = useTranslation(["admin-orders", "admin"]);
  const nameOf = useLanguageName();
  const { date } = useFormat();
  const funding = order.cardFunding;
  const rows: (DefinitionRow | false)[] = [
    { id: "buyer", term: t("order.buyer"), value: order.player || t("orders.erased") },
    order.email !== undefined && { id: "email", term: t("orders.email"), value: order.email },
    row("number", t("order.number"), <Mono>{order.orderNumber}</Mono>),
    row("id", t("order.id"), <Mono>{order.id}</Mono>),
    ...documents.map(({ kind, number }) => row(number, t(`order.papers.${kind}`), <Mono>{number}</Mono>)),
    row("provider", t("order.provider"), order.provider && PROVIDER_NAMES[order.provider]),
    row("session", t("order.session"), order.sessionId && <Mono>{order.sessionId}</Mono>),
    row("payment", t("order.payment"), order.paymentIntentId && <Mono>{order.paymentIntentId}</Mono>),
    row("card", t("order.card"), isFunding(funding) ? t(`order.funding.${funding}`) : funding),
    row("answer", t("order.answer"), order.answer),
    row("language", t("order.language"), nameOf(order.locale)),
    row(
      "terms",
      t("order.terms"),
      order.termsVersion && <TextLink to={termsAddress(order.termsVersion)}>{date(termsDay(order.termsVersion))}</TextLink>,
    ),
  ];
  return (
    <AdminCard title={t("order.details")}>
      <DefinitionList rows={rows.filter((each) => each !== false)} />
      {order.player !== "" && (
        <TextLink to={`/profile?uid=${order.userId}`} className="mt-3">
          {t("order.profile")}
        </TextLink>
      )}
    </AdminCard>
  );
}

/** Links to the disputes of the order's payment; nothing without any. */
export function OrderDisputes({ disputes }: { disputes: ShownOrder["disputes"] }) {
  const { t } = useTranslation("admin-orders");
  const { money } = useFormat();
  if (disputes.length === 0) return null;
  return (
    <AdminCard title={t("disputes.title")}>
      <ul className="divide-y divide-line">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2 first:pt-0 last:pb-0">
            <Standing standing={dispute.standing} />
            <span translate="no" className="type-mono">
              {money(dispute.amount)}
            </span>
            <span className="type-small">
              {t("disputes.due")} <Due dispute={dispute} />
            </span>
            <TextLink to={`/admin/disputes/${dispute.id}`} className="ms-auto">
              {t("disputes.one", { number: dispute.orderNumber })}
            </TextLink>
          </li>
        ))}
      </ul>
    </AdminCard>
  );
}
