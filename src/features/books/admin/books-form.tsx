/** What the forms of the books are answered, and how they send and say it. */
import { useTranslation } from "react-i18next";
import { data, useFetcher } from "react-router";
import type { Result } from "#shared/result.ts";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
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

/** A form that says `saved` once it is. `refusal` is what the last try was refused for; `at` says it at the field that it is about; `done`: the
 * answer that saved it. */
export function useBooksForm(saved: string) {
  const { t } = useTranslation("admin-books");
  const said = useBooksError();
  const fetcher = useFetcher<BooksReply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) toastSuccess(saved);
    else if (error === "failed") toastError(t("journal.failed"));
  });
  const error = fetcher.data?.error;
  const refusal = error && said(error);
  const at = (...errors: readonly BooksError[]) => (error !== undefined && errors.includes(error) ? refusal : undefined);
  return {
    Form: fetcher.Form,
    isBusy: fetcher.state !== "idle",
    refusal,
    at,
    done: error === undefined ? fetcher.data : undefined,
  };
}

export function SaveButton({ intent, label, isBusy }: { intent: string; label: string; isBusy: boolean }) {
  return (
    <Button type="submit" name="intent" value={intent} variant="outline" size="sm" className="justify-self-start" busy={isBusy}>
      {label}
    </Button>
  );
}
