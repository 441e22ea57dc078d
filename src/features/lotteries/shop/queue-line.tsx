/** That people queue for a draw, and where; nothing where they do not. */
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LotteryView } from "../rules/lottery-view.ts";

/** `hasWay`: what stands below leads there already. */
export function QueueLine({ lottery: { id, queue }, hasWay }: { lottery: LotteryView; hasWay: boolean }) {
  const { t } = useTranslation("lottery");
  const { date } = useFormat();
  if (!queue) return null;
  const [from, opens] = [new Date(queue.from), new Date(queue.opensAt)];
  return (
    <div className="grid gap-4">
      <p className="type-small">
        {t(`queue.${queue.stage}`, { day: date(from), from: date(from, "time"), time: date(opens, "time") })}
      </p>
      {!hasWay && queue.stage !== "soon" && (
        <LinkButton to={`/lottery/${id}/queue`} full>
          {t("queue.join")}
        </LinkButton>
      )}
    </div>
  );
}
