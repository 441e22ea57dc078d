import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { type Pence, pence } from "#shared/money/money.ts";
import { PriceBreakdown } from "#ui/draws/price-breakdown.tsx";
import { CodeField } from "#ui/fields/code-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { Quote } from "../../rules/purchase/pricing.ts";
import type { AskedCode, CodeView } from "../../rules/purchase/promotion.ts";

type Props = { unit: Pence; quantity: number; quote: Quote; code?: string | undefined };

export function OrderPrice({ unit, quantity, quote, code }: Props) {
  const { t } = useTranslation("lottery");
  const { money, number, percent } = useFormat();
  const { pack } = quote;
  const lines = [
    {
      label: t("panel.line", { count: quantity, n: number(quantity), price: money(unit) }),
      amount: money(quote.subtotal),
    },
    ...(quote.percentOff > 0
      ? [
          {
            label: pack
              ? t("panel.saving", { pack: t(`packs.${pack.name}`), percent: percent(pack.percentOff / 100, 0) })
              : t("panel.savingCode", { code: code ?? "", percent: percent(quote.percentOff / 100, 0) }),
            amount: money(pence(-quote.discount)).replace("-", "−"),
            saving: true,
          },
        ]
      : []),
  ];
  return <PriceBreakdown lines={lines} total={{ label: t("panel.total"), amount: money(quote.total) }} />;
}

const FORM = "code";

export function codeIn(asked: AskedCode | undefined): CodeView | undefined {
  return asked && "code" in asked ? asked : undefined;
}

export function CodePart({
  asked,
  page,
  quantity,
  quote,
}: {
  asked: AskedCode | undefined;
  page: string;
  quantity: number;
  quote: Quote;
}) {
  const { t } = useTranslation("lottery");
  const code = codeIn(asked);
  const refused = asked && "problem" in asked ? { code: asked.typed, why: t(`code.${asked.problem}`) } : undefined;
  return (
    <div className="grid gap-2">
      <CodeField
        form={FORM}
        texts={{ open: t("code.open"), label: t("code.label"), apply: t("code.apply"), remove: t("code.remove") }}
        refused={refused}
        applied={code && { code: code.code, without: `${page}?quantity=${quantity}` }}
      />
      {code && quote.pack && <p className="type-small">{t("panel.codeKept", { code: code.code })}</p>}
    </div>
  );
}

/** A separate form: Enter in the quantity opens the quiz, Enter in the code reloads this page. */
export function CodeForm({ page, quantity }: { page: string; quantity: number }) {
  return (
    <Form id={FORM} action={page} replace preventScrollReset hidden>
      <input type="hidden" name="quantity" value={quantity} />
    </Form>
  );
}
