/** The progress of a draw, and the switch that draws automatically once the last post is keyed in. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatClosing } from "#shared/dates/draw-hours.ts";
import type { Locale } from "#shared/language/locale.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { errorOf, type FormReply } from "#ui/forms/reply.ts";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { type Format, useFormat, useLocale } from "#ui/i18n/messages.ts";
import type { ManagedDraw, Person } from "../rules/managed-draw.ts";

type Writing = { readonly t: TFunction<"admin-draws">; readonly format: Format; readonly locale: Locale };

/** Empty for an erased account. */
export function fullName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

/**
 * The name to show for a winner. Without the right to see players, the winner has no id, and a name only if
 * it is public.
 */
export function calledBy(person: Person, t: TFunction<"admin-draws">): string {
  return fullName(person) || t(person.id === "" ? "draw.participants.unnamed" : "draw.participants.erased");
}

function progressOf({ state, dates, isRequested, winner }: ManagedDraw, { t, format, locale }: Writing): string {
  const { date, number } = format;
  const days = {
    day: formatClosing({ endDate: dates.closesOn, endTime: dates.closesTime }, locale, "short"),
    post: dates.lastPostOn && date(dates.lastPostOn, "short"),
    draw: date(dates.drawnFrom, "short"),
  };
  switch (state.name) {
    case "draft":
      return t("draw.state.draft");
    case "open":
      return t(dates.lastPostOn ? "draw.state.openPost" : "draw.state.open", days);
    case "closing":
      return state.held > 0 ? t("draw.state.held", { count: state.held, number: number(state.held) }) : t("draw.state.closing");
    case "awaiting_post":
      return t("draw.state.post", days);
    case "checking_cards":
      return t("draw.state.cards");
    case "ready":
      return t(isRequested || state.isRequested ? "draw.state.asked" : "draw.state.ready");
    case "frozen":
      return t("draw.waiting", { round: number(state.round) });
    case "drawn":
      return t("draw.state.won", { name: winner ? calledBy(winner.person, t) : t("draw.participants.erased") });
    case "cancelled":
      return t("draw.state.cancelled");
    case "no_entries":
      return t("draw.state.noEntries");
  }
}

/** The status as a badge, and the progress in one sentence. */
export function DrawStatus({ draw }: { draw: ManagedDraw }) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const format = useFormat();
  const locale = useLocale();
  return (
    <div className="draw-status">
      <Badge tone={draw.status}>{t(`admin:status.${draw.status}`)}</Badge>
      <p className="admin-note">{progressOf(draw, { t, format, locale })}</p>
      {draw.autoDraw && draw.status === "active" && draw.state.name !== "frozen" && (
        <p className="admin-note">{t("draw.state.byItself")}</p>
      )}
    </div>
  );
}

/** A time within the day that ends at this midnight. */
export function lastDay(midnight: Date): Date {
  return new Date(midnight.getTime() - 1);
}

/** `isOn`: the setting that was sent. */
export type AutoReply = FormReply<"auto", "not_found" | "not_active" | "already_frozen" | "failed"> & { readonly isOn: boolean };

const REASONS = {
  not_found: "draw.reasons.notFound",
  not_active: "draw.reasons.notActive",
  already_frozen: "draw.reasons.alreadyFrozen",
} as const;

/** The switch for automatic drawing. */
export function AutoDraw({ draw }: { draw: ManagedDraw }) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const locale = useLocale();
  const { fetcher } = useSubmission<AutoReply>({
    intent: "auto",
    onReply: (reply) => {
      const error = errorOf(reply);
      if (error === undefined) return toastSuccess(t(reply.isOn ? "draw.auto.on" : "draw.auto.off"));
      toastError(error === "failed" ? t("draw.auto.failed") : `${t("draw.auto.failed")}. ${t(REASONS[error])}`);
    },
  });
  // The switch changes at once, before the reply.
  const sent = fetcher.formData?.get("isOn") ?? undefined;
  const isOn = sent === undefined ? draw.autoDraw : sent === "true";
  return (
    <Allowed right="draws.run">
      <Switch
        name="autoDraw"
        checked={isOn}
        label={t("draw.auto.label")}
        description={t(draw.autoFreezeDue > draw.entriesDue ? "draw.auto.textPost" : "draw.auto.text", {
          // Without postal entries, the list is sealed when sales end.
          day: draw.dates.lastPostOn === undefined ? formatClosing(draw, locale) : date(lastDay(draw.autoFreezeDue)),
        })}
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
