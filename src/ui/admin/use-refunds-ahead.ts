import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { Pence } from "#shared/money/money.ts";
import { useFormat } from "../i18n/messages.ts";

/** The reply of `/admin/refunds-ahead`: the number and sum of orders to refund. */
type Ahead = { readonly orders: number; readonly amount: Pence };

/**
 * The sentence of a dialog that announces the refunds which closing an account or cancelling a draw would
 * cause. `text` is empty while unknown or while the dialog is closed. `isNone`: nothing would be refunded.
 */
export function useRefundsAhead(
  subject: "user" | "lottery",
  id: string | undefined,
): { readonly text: string; readonly isNone: boolean } {
  const { t } = useTranslation("admin");
  const { money, number } = useFormat();
  const { load, data } = useFetcher<Ahead | null>({ key: `refunds-ahead ${subject} ${id}` });
  useEffect(() => {
    if (id !== undefined) void load(`/admin/refunds-ahead?${subject}=${id}`);
  }, [id, subject, load]);
  if (id === undefined || !data) return { text: "", isNone: false };
  const { orders, amount } = data;
  if (orders === 0) return { text: t("refundsAhead.none"), isNone: true };
  return { text: t("refundsAhead.some", { count: orders, n: number(orders), amount: money(amount) }), isNone: false };
}
