/** The question before somebody is deleted, and what is said afterwards. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/toast.tsx";
import { useReply } from "#ui/use-reply.ts";

type Reply = { readonly error: "not_found" | "last_admin" | "frozen" | "failed" | undefined };
type Props = { user: { readonly id: string; readonly name: string } | undefined; onClose: () => void };

/** Why nothing was deleted; the others are no news to anybody. */
const REASONS = { last_admin: "users.lastAdmin", frozen: "users.frozen" } as const;

export function DeleteUserDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin");
  const fetcher = useFetcher<Reply>();
  useReply(fetcher, ({ error }) => {
    onClose();
    if (error === undefined) return toastSuccess(t("users.deleted"));
    const reason = error === "last_admin" || error === "frozen" ? t(REASONS[error]) : undefined;
    toastError(reason === undefined ? t("users.deleteFailed") : `${t("users.deleteFailed")}. ${reason}`);
  });
  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("users.deleteTitle", { name: user?.name ?? "" })}
      description={
        <>
          {t("users.deleteConfirm")} <span>{t("users.deleteNote")}</span>
        </>
      }
      confirmLabel={t("users.delete")}
      fetcher={fetcher}
      fields={{ userId: user?.id ?? "" }}
    />
  );
}
