/** The price of the chosen tickets, and the promotion code. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { type Pence, pence } from "#shared/money/money.ts";
import { PriceBreakdown } from "#ui/draws/price-breakdown.tsx";
import { CodeField } from "#ui/fields/code-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { Quote } from "../../rules/purchase/pricing.ts";
import type { CheckedCode, CodeView } from "../../rules/purchase/promotion.ts";

type Props = { unit: Pence; quantity: number; quote: Quote; code?: string | undefined };

/** The lines of the price; `unit`: the price of one ticket, `code`: the promotion code that is used. */
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

/** The id of the form with the code. */
const FORM = "code";

/** The code, if it is valid. */
export function validCode(checkedCode: CheckedCode | undefined): CodeView | undefined {
  return checkedCode && "code" in checkedCode ? checkedCode : undefined;
}

/** The field for a code; `page`: the address of the draw, to which the code is added. */
export function CodePart({
  checkedCode,
  page,
  quantity,
  quote,
}: {
  checkedCode: CheckedCode | undefined;
  page: string;
  quantity: number;
  quote: Quote;
}) {
  const { t } = useTranslation("lottery");
  const code = validCode(checkedCode);
  const refused =
    checkedCode && "problem" in checkedCode ? { code: checkedCode.typed, why: t(`code.${checkedCode.problem}`) } : undefined;
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

/**
 * A form of its own: Enter in the code reloads the page with it, Enter in the quantity goes on to the
 * question.
 */
export function CodeForm({ page, quantity }: { page: string; quantity: number }) {
  return (
    <Form id={FORM} action={page} replace preventScrollReset hidden>
      <input type="hidden" name="quantity" value={quantity} />
    </Form>
  );
}
