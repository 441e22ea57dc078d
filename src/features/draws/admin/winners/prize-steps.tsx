/** The handover of a prize: each step with its date, the form of the next one, a button to undo the last. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Check, Undo2 } from "#ui/icons.ts";
import type { Won } from "../../rules/managed-draw.ts";
import {
  lastStep,
  nextStep,
  PRIZE_DOCUMENTS,
  PRIZE_STEPS,
  type Prize,
  type PrizeDocument,
  type PrizeStep,
} from "../../rules/prize.ts";

/** The reply to a recorded or undone step. */
export type PrizeReply = FormReply<
  "prize",
  | "not_found"
  | "not_drawn"
  | "out_of_order"
  | "winner_changed"
  | "disputed"
  | "no_document"
  | "no_choice"
  | "no_reference"
  | "failed"
>;

/** The button that records each step. */
const BUTTON_TEXTS = {
  contacted: "winners.prize.setContacted",
  confirmed: "winners.prize.setConfirmed",
  checked: "winners.prize.setChecked",
  delivered: "winners.prize.setDelivered",
} as const satisfies Record<PrizeStep, string>;

type Props = {
  lotteryId: string;
  place: number;
  won: {
    readonly ticketNumber: number;
    readonly prize: Prize;
    readonly document: PrizeDocument | undefined;
    readonly drawnAt: Date;
    readonly cash: Won["cash"];
  };
  today: Day;
};

/** Refusals with a text of their own; others get the general one. */
const REFUSAL_TEXTS = {
  disputed: "winners.prize.disputed",
  out_of_order: "winners.prize.outOfOrder",
  winner_changed: "winners.winnerChanged",
  no_document: "winners.prize.no_document",
  no_choice: "winners.choice.no_choice",
  no_reference: "winners.choice.no_reference",
} as const;

/**
 * `place`: 1 for the first prize of the draw. A step is refused if the winner has changed since `won` was
 * read.
 */
export function PrizeSteps({ lotteryId, place, won: { ticketNumber, prize, document, drawnAt, cash }, today }: Props) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const { date } = useFormat();
  const form = useShopForm<PrizeReply>({
    intent: "prize",
    isMine: ({ refused }) => {
      const sent = refused?.initialValue;
      return sent?.lotteryId === lotteryId && Number(sent.place || 1) === place;
    },
    say: (code) =>
      t("winners.prize.failed") + (code in REFUSAL_TEXTS ? `. ${t(REFUSAL_TEXTS[code as keyof typeof REFUSAL_TEXTS])}` : ""),
    onDone: () => toastSuccess(t("winners.prize.saved")),
  });
  const next = nextStep(prize);
  const isCash = cash?.choice === "cash";
  const nameOf = (step: PrizeStep) => t(isCash && step === "delivered" ? "winners.choice.paid" : `winners.prize.${step}`);
  const last = lastStep(prize);
  const formElement = useRef<HTMLFormElement>(null);
  const previous = useRef(next);
  // The button of a recorded step goes with its form: move the focus to the next one.
  useEffect(() => {
    if (previous.current === next) return;
    previous.current = next;
    if (window.document.activeElement !== window.document.body) return;
    formElement.current?.querySelector<HTMLElement>("select, input:not([type=hidden])")?.focus({ preventScroll: true });
  }, [next]);
  return (
    <div className="prize-steps">
      <FormProblem form={form} />
      <h3 className="sr-only">{t("winners.prize.title")}</h3>
      <ol>
        {PRIZE_STEPS.map((step) => {
          const doneAt = prize[step];
          return (
            <li key={step} data-done={doneAt === undefined ? undefined : ""}>
              <span className="prize-mark" aria-hidden="true">
                {doneAt && <Check size={16} strokeWidth={2.2} />}
              </span>
              <div>
                <p className="font-[560]">{nameOf(step)}</p>
                <p className="admin-note">{doneAt ? date(doneAt, "short") : t("winners.prize.open")}</p>
                {step === "checked" && document && <p className="admin-note">{t(`winners.prize.${document}`)}</p>}
              </div>
              {step === last && (
                <Allowed right="winners.write">
                  <ShopFormFrame
                    form={{ Form: form.Form, intent: "prize" }}
                    action="/admin/winners"
                    fields={{ lotteryId, place: String(place), shown: String(ticketNumber), step, day: "" }}
                    className="contents"
                  >
                    <button
                      type="submit"
                      className="icon-btn"
                      title={t("winners.prize.undo", { step: nameOf(step) })}
                      aria-label={t("winners.prize.undo", { step: nameOf(step) })}
                    >
                      <Undo2 size={18} strokeWidth={1.6} aria-hidden="true" />
                    </button>
                  </ShopFormFrame>
                </Allowed>
              )}
            </li>
          );
        })}
      </ol>
      {next && (
        // The key resets the form once a step is recorded.
        <Allowed right="winners.write">
          <ShopFormFrame
            key={next}
            ref={formElement}
            form={form}
            action="/admin/winners"
            fields={{ lotteryId, place: String(place), shown: String(ticketNumber), step: next }}
            className="flex flex-wrap items-end gap-3"
          >
            <TypedGuard isUnsaved={form.isRefused} />
            {next === "checked" && (
              <SelectField
                id={`document-${lotteryId}-${place}`}
                label={t("winners.prize.document")}
                hint={t("winners.prize.documentHint")}
                {...form.field("document")}
                options={PRIZE_DOCUMENTS.map((value) => ({ value, label: t(`winners.prize.${value}`) }))}
              />
            )}
            {isCash && next === "delivered" && (
              <TextField
                id={`reference-${lotteryId}`}
                label={t("winners.choice.payment")}
                {...form.field("reference")}
                maxLength={100}
                autoComplete="off"
                required
              />
            )}
            <TextField
              id={`day-${lotteryId}-${place}`}
              label={t("winners.prize.day")}
              {...form.field("day")}
              type="date"
              required
              min={londonDate(last === undefined ? drawnAt : (prize[last] ?? drawnAt))}
              max={today}
              defaultValue={form.typed("day") || today}
            />
            <Button type="submit" variant="outline" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
              {t(isCash && next === "delivered" ? "winners.choice.setPaid" : BUTTON_TEXTS[next])}
            </Button>
          </ShopFormFrame>
        </Allowed>
      )}
    </div>
  );
}
