/** The switch that lets a draw run by itself as soon as its entries are due. */

import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { ManagedDraw } from "../rules/managed-draw.ts";
import { lastDay } from "./draw-progress.tsx";

export type AutoReply = {
  readonly isOn: boolean;
  readonly error: "not_found" | "not_active" | "already_frozen" | "failed" | undefined;
};

const REASONS = {
  not_found: "draw.reasons.notFound",
  not_active: "draw.reasons.notActive",
  already_frozen: "draw.reasons.alreadyFrozen",
} as const;

export function AutoDraw({ draw }: { draw: ManagedDraw }) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const fetcher = useFetcher<AutoReply>();
  useReply(fetcher, ({ isOn, error }) => {
    if (error === undefined) return toastSuccess(t(isOn ? "draw.auto.on" : "draw.auto.off"));
    toastError(error === "failed" ? t("draw.auto.failed") : `${t("draw.auto.failed")}. ${t(REASONS[error])}`);
  });
  const asked = fetcher.formData?.get("isOn");
  const isOn = asked === undefined || asked === null ? draw.autoDraw : asked === "true";
  return (
    <Allowed right="draws.run">
      <Switch
        name="autoDraw"
        checked={isOn}
        label={t("draw.auto.label")}
        description={t("draw.auto.text", { day: date(lastDay(draw.entriesDue)) })}
        onChange={({ currentTarget: { checked } }) =>
          void fetcher.submit(
            { intent: "auto", lotteryId: draw.id, isOn: String(checked) },
            { method: "post", action: "/admin/draw" },
          )
        }
      />
    </Allowed>
  );
}
