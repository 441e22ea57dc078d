/** Whether a month is open, and what can be done about it. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { AskButton, useAsked } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useAnswer, usePageAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { type BooksReply, useBooksError } from "./books-form.tsx";

type Shown = {
  readonly month: string;
  readonly closedAt: Date | undefined;
  readonly canClose: boolean;
  readonly isOver: boolean;
};

export function KeepButton() {
  const { t } = useTranslation("admin-books");
  const said = useBooksError();
  const fetcher = useFetcher<BooksReply>();
  useReply(fetcher, ({ error }) => (error === undefined ? toastSuccess(t("journal.kept")) : toastError(said(error))));
  return (
    <Allowed right="books.write">
      <fetcher.Form method="post">
        <Button type="submit" name="intent" value="keep" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
          {t("journal.keep")}
        </Button>
      </fetcher.Form>
    </Allowed>
  );
}

/** Where the form was sent without scripts, or before they had loaded. */
export function KeepRefused() {
  const said = useBooksError();
  const sent = usePageAnswer<BooksReply>();
  if (sent?.intent !== "keep" || sent.error === undefined) return null;
  return <Note tone="danger" title={said(sent.error)} role="alert" />;
}

export function MonthState({ shown: { month, closedAt, canClose, isOver } }: { shown: Shown }) {
  const { t } = useTranslation("admin-books");
  const { date } = useFormat();
  const [isAsked, setAsked] = useAsked("close");
  return (
    <AdminCard
      title={
        <span className="flex flex-wrap items-center gap-3">
          <span className="inline-block first-letter:uppercase">{date(month, "month")}</span>
          <Badge tone={closedAt ? "completed" : "active"}>{t(closedAt ? "journal.closed" : "journal.open")}</Badge>
        </span>
      }
      action={
        !closedAt && (
          <Allowed right="books.close">
            <AskButton ask="close" variant="outline" size="sm" disabled={!canClose} onAsk={() => setAsked(true)}>
              {t("journal.close")}
            </AskButton>
          </Allowed>
        )
      }
    >
      <p className="admin-note">
        {closedAt
          ? t("journal.closedOn", { date: date(closedAt) })
          : isOver
            ? canClose
              ? t("journal.closeText")
              : t("journal.earlier")
            : t("journal.goesOn")}
      </p>
      <CloseDialog month={month} open={isAsked} onOpenChange={setAsked} />
    </AdminCard>
  );
}

function CloseDialog({ month, open, onOpenChange }: { month: string; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation("admin-books");
  const { date } = useFormat();
  const said = useBooksError();
  const fetcher = useFetcher<BooksReply>();
  // A dialog that is opened again begins anew: nobody closes without what is missing by their first press.
  const refused = useAnswer(fetcher, "close", open)?.error;
  useReply(fetcher, ({ error }) => {
    if (error !== undefined) return;
    onOpenChange(false);
    toastSuccess(t("journal.isClosed"));
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("journal.closeTitle", { month: date(month, "month") })}
      description={t("journal.closeText")}
      confirmLabel={t(refused === "not_told" ? "journal.closeWithout" : "journal.close")}
      busyLabel={t("journal.closing")}
      fetcher={fetcher}
      fields={{ intent: "close", month: month.slice(0, 7), ...(refused === "not_told" && { without: "untold" }) }}
      needsProof
    >
      {refused !== undefined && (
        <Note tone="danger" title={said(refused)} role="alert">
          {refused === "not_told" && t("journal.withoutText")}
        </Note>
      )}
    </ConfirmDialog>
  );
}
