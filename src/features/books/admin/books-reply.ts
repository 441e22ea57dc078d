/** What the forms of the books are answered, and how the screens say it. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import type { Result } from "#shared/result.ts";
import type { BooksError } from "../server/journal-acts.ts";

export type BooksReply = { readonly error: BooksError | undefined };

export function booksReply(acted: Result<undefined, Exclude<BooksError, "forbidden" | "proof_needed">>) {
  const error = acted.ok ? undefined : acted.error;
  return data<BooksReply>({ error }, { status: error === undefined ? 200 : error === "failed" ? 503 : 422 });
}

/** A refusal in the reader's language. */
export function useBooksError(): (error: BooksError) => string {
  const { t } = useTranslation("admin-books");
  return (error) =>
    error === "failed" || error === "forbidden" || error === "proof_needed" ? t("journal.failed") : t(`errors.${error}`);
}
