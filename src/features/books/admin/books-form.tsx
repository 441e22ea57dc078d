import { useTranslation } from "react-i18next";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import type { BooksError } from "../server/journal/journal-actions.ts";

export type BooksReply = FormReply<string, BooksError>;

export const BOOKS_STATUS = { failed: 503, changed_meanwhile: 409 } as const;

export function useBooksError(): (error: BooksError) => string {
  const { t } = useTranslation("admin-books");
  return (error) =>
    error === "failed" || error === "forbidden" || error === "reauth_needed" ? t("journal.failed") : t(`errors.${error}`);
}

export function useBooksForm(intent: string, saved: string) {
  return useShopForm<BooksReply>({ intent, say: useBooksError(), onDone: () => toastSuccess(saved) });
}
