/** The question before a draw is deleted, and what is said afterwards. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useLocale } from "#ui/i18n/messages.ts";
import { inLanguage } from "../rules/lottery.ts";
import type { LotteryCardView } from "./lottery-cards.tsx";

export type DeleteReply = {
  readonly intent: "delete";
  readonly error: "not_found" | "has_orders" | "failed" | undefined;
  /** False where the draw is gone and a file of it is still there. */
  readonly filesGone: boolean;
};

export function DeleteLotteryDialog({ lottery, onClose }: { lottery: LotteryCardView | undefined; onClose: () => void }) {
  const { t } = useTranslation("admin-lotteries");
  const locale = useLocale();
  const fetcher = useFetcher<DeleteReply>();
  useReply(fetcher, ({ error, filesGone }) => {
    onClose();
    if (error === "has_orders") return toastError(`${t("lotteries.deleteFailed")}. ${t("lotteries.hasOrders")}`);
    if (error !== undefined) return toastError(t("lotteries.deleteFailed"));
    toastSuccess(t("lotteries.deleted"));
    if (!filesGone) toastError(t("lotteries.deleteImageFailed"));
  });
  return (
    <ConfirmDialog
      open={lottery !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("lotteries.deleteTitle", { title: lottery ? inLanguage(lottery.title, locale) : "" })}
      description={t("lotteries.deleteConfirm")}
      confirmLabel={t("lotteries.deleteLottery")}
      fetcher={fetcher}
      action="/admin/lotteries"
      fields={{ intent: "delete", lotteryId: lottery?.id ?? "" }}
    />
  );
}
