/** The button that archives a finished draw, or brings it back. */
import { useTranslation } from "react-i18next";
import { ActionButton } from "#ui/forms/action-button.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { useLocale } from "#ui/i18n/messages.ts";
import { Archive, ArchiveRestore } from "#ui/icons.ts";
import { inLanguage, type Lottery } from "../rules/lottery.ts";

/** `isArchived`: the state that was sent. */
export type ArchiveReply = FormReply<"archive", "not_found" | "not_over" | "failed"> & { readonly isArchived: boolean };

type Props = { lottery: Pick<Lottery, "id" | "title"> & { readonly isArchived: boolean } };

/** The button of one draw. */
export function ArchiveButton({ lottery: { id, title: titles, isArchived } }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const title = inLanguage(titles, useLocale());
  const Icon = isArchived ? ArchiveRestore : Archive;
  return (
    <ActionButton<ArchiveReply>
      intent="archive"
      action="/admin/lotteries"
      fields={{ lotteryId: id, isArchived: String(!isArchived) }}
      say={(code) => t(`archive.errors.${code}`)}
      done={() => t(isArchived ? "archive.restored" : "archive.done")}
      variant="outline"
      aria-label={t(isArchived ? "archive.restoreName" : "archive.archiveName", { title })}
      icon={<Icon size={18} strokeWidth={1.6} aria-hidden="true" />}
    >
      {t(isArchived ? "archive.restore" : "archive.archive")}
    </ActionButton>
  );
}
