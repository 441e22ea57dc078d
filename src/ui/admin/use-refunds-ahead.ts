import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { Pence } from "#shared/money/money.ts";
import { useFormat } from "../i18n/messages.ts";

type Ahead = { readonly orders: number; readonly amount: Pence };

/** `text` is empty while unknown or while the dialog is closed. `isNone`: nothing would be refunded. */
export function useRefundsAhead(
  of: "user" | "lottery",
  id: string | undefined,
): { readonly text: string; readonly isNone: boolean } {
  const { t } = useTranslation("admin");
  const { money, number } = useFormat();
  const { load, data } = useFetcher<Ahead | null>({ key: `refunds-ahead ${of} ${id}` });
  useEffect(() => {
    if (id !== undefined) void load(`/admin/refunds-ahead?${of}=${id}`);
  }, [id, of, load]);
  if (id === undefined || !data) return { text: "", isNone: false };
  const { orders, amount } = data;
  if (orders === 0) return { text: t("refundsAhead.none"), isNone: true };
  return { text: t("refundsAhead.some", { count: orders, n: number(orders), amount: money(amount) }), isNone: false };
}
