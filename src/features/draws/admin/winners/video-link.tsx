/** The address of a draw's recording, which administrators can set or remove. */
import { useTranslation } from "react-i18next";
import { useMay } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { OutsideLink } from "#ui/text/outside-link.tsx";

/** The reply to a changed address. */
export type VideoReply = FormReply<"video", "not_found" | "not_a_link" | "failed">;

/** Without the right to change it, only a link. */
export function VideoLink({ lotteryId, videoUrl }: { lotteryId: string; videoUrl: string | undefined }) {
  const { t } = useTranslation("admin-draws");
  const mayWrite = useMay("winners.write");
  const form = useShopForm<VideoReply>({
    intent: "video",
    isMine: ({ refused }) => refused?.initialValue?.lotteryId === lotteryId,
    say: (code) => t(`video.errors.${code}`),
    onDone: () => toastSuccess(t("video.saved")),
  });
  if (!mayWrite) return videoUrl === undefined ? null : <OutsideLink to={videoUrl}>{t("video.label")}</OutsideLink>;
  return (
    <ShopFormFrame form={form} action="/admin/winners" fields={{ lotteryId }} className="grid max-w-[36rem] gap-3">
      <TypedGuard isUnsaved={form.isRefused} />
      <FormProblem form={form} />
      <TextField
        {...form.field("url", videoUrl)}
        id={`video-${lotteryId}`}
        inputMode="url"
        label={t("video.label")}
        hint={t("video.hint")}
        spellCheck={false}
      />
      <Button type="submit" variant="outline" size="sm" busy={form.isBusy} className="justify-self-start">
        {t("video.save")}
      </Button>
    </ShopFormFrame>
  );
}
