/** How far a winner draw is, in a line under its status. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Badge } from "#ui/badge.tsx";
import { type Format, useFormat } from "#ui/i18n/messages.ts";
import type { ManagedDraw, Person } from "../rules/managed-draw.ts";

export function DrawStatus({ draw }: { draw: ManagedDraw }) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const format = useFormat();
  return (
    <div className="draw-status">
      <Badge tone={draw.status}>{t(`admin:status.${draw.status}`)}</Badge>
      <p className="admin-note">{progressOf(draw, t, format)}</p>
      {draw.autoDraw && draw.status === "active" && draw.state.name !== "frozen" && (
        <p className="admin-note">{t("draw.state.byItself")}</p>
      )}
    </div>
  );
}

function progressOf({ state, closesAt, isAskedFor, winner }: ManagedDraw, t: TFunction<"admin-draws">, format: Format): string {
  const { date, number } = format;
  switch (state.name) {
    case "draft":
      return t("draw.state.draft");
    case "open":
      return t("draw.state.open", { day: date(lastDay(closesAt), "short") });
    case "closing":
      return state.held > 0 ? t("draw.state.held", { count: state.held, number: number(state.held) }) : t("draw.state.closing");
    case "awaiting_post":
      return t("draw.state.post", { day: date(lastDay(state.until), "short") });
    case "ready":
      return t(isAskedFor || state.isAskedFor ? "draw.state.asked" : "draw.state.ready");
    case "frozen":
      return t("draw.waiting", { round: number(state.round) });
    case "drawn":
      return t("draw.state.won", { name: (winner && fullName(winner.person)) || t("draw.participants.erased") });
    case "cancelled":
      return t("draw.state.cancelled");
    case "no_entries":
      return t("draw.state.noEntries");
  }
}

/** The day that a midnight ends. */
export function lastDay(midnight: Date): Date {
  return new Date(midnight.getTime() - 1);
}

/** Empty where the account is erased. */
export function fullName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}
