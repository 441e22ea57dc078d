/** How far the prize is on its way: each step with its date, the next one to note, the last one to take back. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useActionData, useFetcher } from "react-router";
import { type Day, londonDate } from "#shared/dates.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Check, Undo2 } from "#ui/icons.ts";
import {
  lastStep,
  nextStep,
  PRIZE_DOCUMENTS,
  PRIZE_STEPS,
  type Prize,
  type PrizeDocument,
  type PrizeStep,
} from "../rules/prize.ts";

export type PrizeReply = {
  readonly intent: "prize";
  readonly error:
    | "not_found"
    | "not_drawn"
    | "out_of_order"
    | "winner_changed"
    | "disputed"
    | "no_document"
    | "failed"
    | undefined;
  /** What was typed for a draw, where it is refused. */
  readonly typed?: { readonly lotteryId: string; readonly day: string; readonly document: string };
};

const SET = {
  contacted: "winners.prize.setContacted",
  confirmed: "winners.prize.setConfirmed",
  checked: "winners.prize.setChecked",
  delivered: "winners.prize.setDelivered",
} as const satisfies Record<PrizeStep, string>;

type Props = {
  lotteryId: string;
  won: {
    readonly ticketNumber: number;
    readonly prize: Prize;
    readonly document: PrizeDocument | undefined;
    readonly drawnAt: Date;
  };
  today: Day;
};

const REASONS = {
  disputed: "winners.prize.disputed",
  out_of_order: "winners.prize.outOfOrder",
  winner_changed: "winners.winnerChanged",
  no_document: "winners.prize.no_document",
} as const;

export function PrizeSteps({ lotteryId, won: { ticketNumber: shown, prize, document, drawnAt }, today }: Props) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const { date } = useFormat();
  const fetcher = useFetcher<PrizeReply>();
  const said = (error: NonNullable<PrizeReply["error"]>) =>
    t("winners.prize.failed") + (error in REASONS ? `. ${t(REASONS[error as keyof typeof REASONS])}` : "");
  useReply(fetcher, ({ error }) => {
    if (error === undefined) return toastSuccess(t("winners.prize.saved"));
    toastError(said(error));
  });
  // Without scripts the form is the document's.
  const sent = useActionData<Partial<PrizeReply>>();
  const typed = sent?.typed?.lotteryId === lotteryId ? sent.typed : undefined;
  const next = nextStep(prize);
  const last = lastStep(prize);
  const send = { method: "post", action: "/admin/winners" } as const;
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef(next);
  // Whoever notes a step by keys goes on at the next one: the button went with its form.
  useEffect(() => {
    if (asked.current === next) return;
    asked.current = next;
    if (window.document.activeElement !== window.document.body) return;
    form.current?.querySelector<HTMLElement>("select, input:not([type=hidden])")?.focus({ preventScroll: true });
  }, [next]);
  return (
    <div className="prize-steps">
      {typed && sent?.error && <Note tone="danger" title={said(sent.error)} role="alert" />}
      <h3 className="sr-only">{t("winners.prize.title")}</h3>
      <ol>
        {PRIZE_STEPS.map((step) => {
          const at = prize[step];
          return (
            <li key={step} data-done={at === undefined ? undefined : ""}>
              <span className="prize-mark" aria-hidden="true">
                {at && <Check size={16} strokeWidth={2.2} />}
              </span>
              <div>
                <p className="font-[560]">{t(`winners.prize.${step}`)}</p>
                <p className="admin-note">{at ? date(at, "short") : t("winners.prize.open")}</p>
                {step === "checked" && document && <p className="admin-note">{t(`winners.prize.${document}`)}</p>}
              </div>
              {step === last && (
                <Allowed right="winners.write">
                  <fetcher.Form {...send} className="contents">
                    {Object.entries({ intent: "prize", lotteryId, shown, step, day: "" }).map(([name, value]) => (
                      <input key={name} type="hidden" name={name} value={value} />
                    ))}
                    <button
                      type="submit"
                      className="icon-btn"
                      title={t("winners.prize.undo", { step: t(`winners.prize.${step}`) })}
                      aria-label={t("winners.prize.undo", { step: t(`winners.prize.${step}`) })}
                    >
                      <Undo2 size={18} strokeWidth={1.6} aria-hidden="true" />
                    </button>
                  </fetcher.Form>
                </Allowed>
              )}
            </li>
          );
        })}
      </ol>
      {next && (
        // A step that was noted leaves a form for the next one behind.
        <Allowed right="winners.write">
          <fetcher.Form key={next} ref={form} {...send} className="flex flex-wrap items-end gap-3">
            <input type="hidden" name="intent" value="prize" />
            <input type="hidden" name="lotteryId" value={lotteryId} />
            <input type="hidden" name="shown" value={shown} />
            <input type="hidden" name="step" value={next} />
            {next === "checked" && (
              <SelectField
                id={`document-${lotteryId}`}
                label={t("winners.prize.document")}
                hint={t("winners.prize.documentHint")}
                name="document"
                defaultValue={typed?.document}
                options={PRIZE_DOCUMENTS.map((value) => ({ value, label: t(`winners.prize.${value}`) }))}
              />
            )}
            <TextField
              id={`day-${lotteryId}`}
              label={t("winners.prize.day")}
              name="day"
              type="date"
              required
              min={londonDate(last === undefined ? drawnAt : (prize[last] ?? drawnAt))}
              max={today}
              defaultValue={typed?.day || today}
            />
            <Button type="submit" variant="outline" busy={fetcher.state !== "idle"} busyLabel={t("admin:kit.saving")}>
              {t(SET[next])}
            </Button>
          </fetcher.Form>
        </Allowed>
      )}
    </div>
  );
}
