/** The state of a month of the journal, and the buttons that update it and close it. */
import { useTranslation } from "react-i18next";
import { AdminCard, usePageReply } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import { errorOf } from "#ui/forms/reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { type BooksReply, useBooksError } from "./books-form.tsx";

/** `month` is its first day; `isOver`: it has ended, and all its payments are known. */
type Month = {
  readonly month: string;
  readonly closedAt: Date | undefined;
  readonly canClose: boolean;
  readonly isOver: boolean;
};

/** Writes the journal up to now. */
export function UpdateButton() {
  const { t } = useTranslation("admin-books");
  return (
    <Allowed right="books.write">
      <ActionButton<BooksReply> intent="keep" say={useBooksError()} done={() => t("journal.kept")} variant="outline" size="sm">
        {t("journal.keep")}
      </ActionButton>
    </Allowed>
  );
}

/** The error of an update that was sent without scripts, or before they had loaded. */
export function UpdateRefused() {
  const errorText = useBooksError();
  const reply = usePageReply<BooksReply>();
  const error = reply?.intent === "keep" ? errorOf(reply) : undefined;
  return error && <Note tone="danger" title={errorText(error)} role="alert" />;
}

/** Confirms the closing; if a provider reports no balance, a second press closes without its movements. */
function CloseDialog({ month, open, onOpenChange }: { month: string; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation("admin-books");
  const { date } = useFormat();
  return (
    <ConfirmDialog<BooksReply>
      open={open}
      onClose={() => onOpenChange(false)}
      intent="close"
      title={t("journal.closeTitle", { month: date(month, "month") })}
      description={t("journal.closeText")}
      confirmLabel={({ code }) => t(code === "not_told" ? "journal.closeWithout" : "journal.close")}
      busyLabel={t("journal.closing")}
      fields={{ month: month.slice(0, 7) }}
      say={useBooksError()}
      done={() => t("journal.isClosed")}
      needsReauth
    >
      {/* Reopening the dialog resets it, so that one press never closes a month with missing data. */}
      {({ code }) =>
        code === "not_told" && (
          <p className="type-small">
            <input type="hidden" name="without" value="untold" />
            {t("journal.withoutText")}
          </p>
        )
      }
    </ConfirmDialog>
  );
}

/** Whether the month is open or closed; closing opens a dialog. */
export function MonthState({ shown: { month, closedAt, canClose, isOver } }: { shown: Month }) {
  const { t } = useTranslation("admin-books");
  const { date } = useFormat();
  const [isDialogOpen, setDialogOpen] = useDialogOpen("close");
  const openMonthText = () => {
    if (!isOver) return t("journal.goesOn");
    return canClose ? t("journal.closeText") : t("journal.earlier");
  };
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
            <DialogButton dialog="close" variant="outline" size="sm" disabled={!canClose} onOpen={() => setDialogOpen(true)}>
              {t("journal.close")}
            </DialogButton>
          </Allowed>
        )
      }
    >
      <p className="admin-note">{closedAt ? t("journal.closedOn", { date: date(closedAt) }) : openMonthText()}</p>
      <CloseDialog month={month} open={isDialogOpen} onOpenChange={setDialogOpen} />
    </AdminCard>
  );
}
