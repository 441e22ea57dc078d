/** The forms of the books: their replies, error texts and statuses. */
import { useTranslation } from "react-i18next";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { BooksError } from "../server/journal/journal-actions.ts";

/** The reply of an action to any form of the books. */
export type BooksReply = FormReply<string, BooksError>;

/** The HTTP status of an error; 422 for all others. */
export const BOOKS_STATUS = { failed: 503, changed_meanwhile: 409 } as const;

/** The text of an error in the page's language. */
export function useBooksError(): (error: BooksError) => string {
  const { t } = useTranslation("admin-books");
  return (error) =>
    error === "failed" || error === "forbidden" || error === "reauth_needed" ? t("journal.failed") : t(`errors.${error}`);
}

/** A form with this `intent`; the toast `savedText` follows success. */
export function useBooksForm(intent: string, savedText: string) {
  return useShopForm<BooksReply>({ intent, say: useBooksError(), onDone: () => toastSuccess(savedText) });
}

/** When the figures of a page were read, and what follows later. `now` in milliseconds. */
export function useAsOf(): (now: number, later: "fees" | "payouts") => string {
  const { t } = useTranslation("admin-books");
  const { date } = useFormat();
  return (now, later) => {
    const instant = new Date(now);
    return t(`asOf.${later}`, { at: `${date(instant, "short")}, ${date(instant, "time")}` });
  };
}
