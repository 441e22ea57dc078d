/** How a waiting room goes, every few seconds anew while somebody looks. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import { Facts } from "#ui/facts.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LiveQueue, QueuePhase } from "../rules/live-queue.ts";

const EVERY_MS = 5000;

const TONES = {
  off: "draft",
  soon: "draft",
  gathering: "completed",
  open: "active",
  held: "cancelled",
  sold_out: "completed",
  over: "draft",
} as const satisfies Record<QueuePhase, string>;

type Props = { room: { readonly live: LiveQueue; readonly inside: number; readonly isPaused: boolean } };

export function RoomFigures({ room: { live, inside, isPaused } }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { number, date } = useFormat();
  useFresh();
  const when = (ms: number) => `${date(new Date(ms), "short")}, ${date(new Date(ms), "time")}`;
  const isHeld = isPaused && live.phase !== "off" && live.phase !== "over";
  return (
    <AdminCard
      title={t("queue.now")}
      note={t(live.drawn === undefined ? "queue.opensAt" : "queue.openedAt", {
        from: when(live.from),
        opens: when(live.opensAt),
        n: number(live.drawn ?? 0),
      })}
      action={<Badge tone={isHeld ? "cancelled" : TONES[live.phase]}>{t(`queue.phase.${isHeld ? "held" : live.phase}`)}</Badge>}
    >
      <Facts
        items={[
          { label: t("queue.figure.waiting"), value: number(live.places - live.admitted) },
          { label: t("queue.figure.admitted"), value: number(live.admitted) },
          { label: t("queue.figure.inside"), value: number(inside) },
          { label: t("queue.figure.pace"), value: live.drawn === undefined ? "–" : number(live.pace) },
        ]}
      />
    </AdminCard>
  );
}

function useFresh(): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => document.visibilityState === "visible" && void revalidate(), EVERY_MS);
    const back = () => document.visibilityState === "visible" && void revalidate();
    document.addEventListener("visibilitychange", back);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [revalidate, state]);
}
