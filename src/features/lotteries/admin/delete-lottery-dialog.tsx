/** Asks whether a draw is to be deleted. */
import { useTranslation } from "react-i18next";
import { toastError } from "#ui/feedback/toast.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { useLocale } from "#ui/i18n/messages.ts";
import { inLanguage } from "../rules/lottery.ts";
import type { LotteryCardView } from "./lottery-cards.tsx";

/** `filesGone` is false if files of its pictures could not be removed. */
export type DeleteReply = FormReply<"delete", "not_found" | "has_orders" | "failed"> & {
  readonly filesGone?: boolean;
};

/** Open while a draw is given. */
export function DeleteLotteryDialog({ lottery, onClose }: { lottery: LotteryCardView | undefined; onClose: () => void }) {
  const { t } = useTranslation("admin-lotteries");
  const locale = useLocale();
  return (
    <ConfirmDialog<DeleteReply>
      open={lottery !== undefined}
      onClose={onClose}
      intent="delete"
      title={t("lotteries.deleteTitle", { title: lottery ? inLanguage(lottery.title, locale) : "" })}
      description={t("lotteries.deleteConfirm")}
      confirmLabel={t("lotteries.deleteLottery")}
      fields={{ lotteryId: lottery?.id ?? "" }}
      say={(code) => t("lotteries.deleteFailed") + (code === "has_orders" ? `. ${t("lotteries.hasOrders")}` : "")}
      done={() => t("lotteries.deleted")}
      onDone={({ filesGone }) => filesGone || toastError(t("lotteries.deleteImageFailed"))}
      closesOnRefusal
    />
  );
}
