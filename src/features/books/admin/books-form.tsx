/** What the forms of the books are answered, and how they send and say it. */
import { useTranslation } from "react-i18next";
import { data, useFetcher } from "react-router";
import type { Result } from "#shared/result.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import type { BooksError } from "../server/journal-acts.ts";

export type BooksReply = {
  readonly intent: string;
  readonly error: BooksError | undefined;
  /** What was typed, where it is refused. */
  readonly typed?: Readonly<Partial<Record<string, string>>>;
};

/** Longer than anything that a field of the books takes. */
const LONGEST_TYPED = 300;

export function booksReply(form: URLSearchParams, acted: Result<undefined, Exclude<BooksError, "forbidden" | "proof_needed">>) {
  const intent = form.get("intent") ?? "";
  if (acted.ok) return data<BooksReply>({ intent, error: undefined });
  const { error } = acted;
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, value.slice(0, LONGEST_TYPED)]));
  const status = error === "failed" ? 503 : error === "changed_meanwhile" ? 409 : 422;
  return data<BooksReply>({ intent, error, typed }, { status });
}

/** A refusal in the reader's language. */
export function useBooksError(): (error: BooksError) => string {
  const { t } = useTranslation("admin-books");
  return (error) =>
    error === "failed" || error === "forbidden" || error === "proof_needed" ? t("journal.failed") : t(`errors.${error}`);
}

/** The form of an intent, which says `saved` once it is. `refusal` is what the last try was refused for, with what was `typed`; `at` says it at the
 * field that it is about, `failed` that something broke; `settled`: the last answer, once the page shows what it changed; `done`: the one that saved it. */
export function useBooksForm(intent: string, saved: string) {
  const said = useBooksError();
  const fetcher = useFetcher<BooksReply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) toastSuccess(saved);
  });
  const answer = useAnswer(fetcher, intent);
  const { error, typed } = answer ?? {};
  const refusal = error && said(error);
  const at = (...errors: readonly BooksError[]) => (error !== undefined && errors.includes(error) ? refusal : undefined);
  return {
    Form: fetcher.Form,
    isBusy: fetcher.state !== "idle",
    refusal,
    failed: error === "failed" && refusal ? <Note tone="danger" title={refusal} role="alert" /> : undefined,
    typed,
    at,
    // What it changed is shown then, too.
    settled: fetcher.state === "idle" ? answer : undefined,
    done: error === undefined ? answer : undefined,
  };
}

export function SaveButton({ intent, label, isBusy }: { intent: string; label: string; isBusy: boolean }) {
  return (
    <Button type="submit" name="intent" value={intent} variant="outline" size="sm" className="justify-self-start" busy={isBusy}>
      {label}
    </Button>
  );
}
