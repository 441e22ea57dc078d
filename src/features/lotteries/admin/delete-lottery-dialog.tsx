/** The question before a draw is deleted, and what is said afterwards. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
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
  const refused = useAnswer(fetcher, "delete", lottery !== undefined)?.error;
  const textOf = (error: NonNullable<DeleteReply["error"]>) =>
    error === "has_orders" ? `${t("lotteries.deleteFailed")}. ${t("lotteries.hasOrders")}` : t("lotteries.deleteFailed");
  useReply(fetcher, ({ error, filesGone }) => {
    onClose();
    if (error !== undefined) return toastError(textOf(error));
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
      fields={{ intent: "delete", lotteryId: lottery?.id ?? "" }}
      said={refused && textOf(refused)}
    />
  );
}
