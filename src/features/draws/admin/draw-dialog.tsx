/** The dialog that draws a winner: the question, the wait for the round, and the result. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { formatClosing } from "#shared/dates/draw-hours.ts";
import { hasBothLanguages } from "#shared/language/own-languages.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { PlainDialog } from "#ui/feedback/plain-dialog.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, type ShopForm, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { TriangleAlert } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { LONGEST_REASON } from "../rules/draw-reason.ts";
import { isUnderWay, type ManagedDraw } from "../rules/managed-draw.ts";
import type { RequestError } from "../server/drawing/request-draw.ts";
import { DrawResult, DrawWait, LivePageLink } from "./draw-outcome.tsx";
import { lastDay } from "./draw-progress.tsx";

/** The reply to a requested draw. */
export type DrawReply = FormReply<"draw", Exclude<RequestError, "forbidden" | "reauth_needed"> | "failed"> & {
  readonly lotteryId: string;
};

type Props = {
  draw: ManagedDraw | undefined;
  now: number;
  onClose: () => void;
  onRequested: (id: string) => void;
};

/** The reason of each refusal. */
const REASONS = { not_found: "notFound", not_active: "notActive", too_early: "tooEarly" } as const;

/** The steps of the draw that the question explains. */
const STEPS = [
  ["fixed", "fixedText"],
  ["published", "publishedText"],
  ["decides", "decidesText"],
] as const;

/** Warns that the draw comes before the date told to its players. */
function Early({ draw, form }: { draw: ManagedDraw; form: ShopForm }) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const locale = useLocale();
  const isOpen = draw.state.name === "open";
  const day = isOpen ? formatClosing(draw, locale) : date(lastDay(draw.entriesDue));
  if (!draw.mayBeEarly) {
    return (
      <Note tone="warn" title={t(isOpen ? "draw.dialog.openStill" : "draw.dialog.postStill")}>
        {t(isOpen ? "draw.dialog.notBefore" : "draw.dialog.notBeforePost", { day })}
      </Note>
    );
  }
  return (
    <div className="grid gap-4">
      <Note tone="warn" title={t(isOpen ? "draw.dialog.openStill" : "draw.dialog.postStill")}>
        {t(isOpen ? "draw.dialog.openStillText" : "draw.dialog.postStillText", { day })}
      </Note>
      <TextArea
        label={t("draw.dialog.reason")}
        {...form.field("reason")}
        rows={3}
        maxLength={LONGEST_REASON}
        hint={t("draw.dialog.reasonHint")}
      />
      {hasBothLanguages() && (
        <TextArea
          label={t("draw.dialog.reasonFr")}
          {...form.field("reasonFr")}
          rows={2}
          maxLength={LONGEST_REASON}
          lang="fr"
          hint={t("draw.dialog.reasonFrHint")}
        />
      )}
    </div>
  );
}

/** What is final after the draw, and whom it concerns. */
function Question({ draw, form }: { draw: ManagedDraw; form: ShopForm }) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  const { images, entries, players, suspended } = draw;
  const [picture] = images;
  return (
    <div className="grid gap-5">
      {/* The reason needs the room. */}
      {picture && !draw.isBeforeDue && (
        <div className="draw-dialog-picture">
          <Picture picture={picture} alt="" sizes="500px" />
        </div>
      )}
      <p className="draw-dialog-count">
        <b>{number(entries.total)}</b>{" "}
        <span>
          {t("draw.dialog.inPlay", { count: entries.total })},{" "}
          {t("draw.dialog.heldBy", { count: players, number: number(players) })}
        </span>
      </p>
      {suspended.tickets > 0 && (
        <p className="-mt-3 text-danger-text">
          {t("draw.dialog.suspended", { count: suspended.tickets, number: number(suspended.tickets) })}
        </p>
      )}
      <ol className="draw-dialog-steps">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <b>{t(`draw.dialog.${title}`)}</b>
            <span>{t(`draw.dialog.${text}`)}</span>
          </li>
        ))}
      </ol>
      <LivePageLink id={draw.id} />
      {draw.isBeforeDue && <Early draw={draw} form={form} />}
      <p className="flex items-center gap-2.5 font-[540] text-danger">
        <TriangleAlert size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
        {t("draw.dialog.final")}
      </p>
    </div>
  );
}

function OpenDialog({ draw, now, onClose, onRequested }: Props & { draw: ManagedDraw }) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const title = inLanguage(draw.title, useLocale());
  const say = (error: CodeOf<DrawReply>) => {
    if (error === "reason_needed") return t("draw.dialog.reasonNeeded");
    if (error === "reason_too_long") return t("draw.dialog.reasonTooLong");
    if (error === "no_tickets") return t("draw.noTickets");
    return error === "failed" ? t("draw.failed") : `${t("draw.failed")}. ${t(`draw.reasons.${REASONS[error]}`)}`;
  };
  const form = useShopForm<DrawReply>({
    intent: "draw",
    isMine: ({ lotteryId }) => lotteryId === draw.id,
    say,
    onDone: ({ lotteryId }) => onRequested(lotteryId),
    onRefused: (problem) => {
      if (problem === undefined) return;
      onClose();
      toastError(problem);
    },
  });
  // The dialog stays open until the reply has arrived.
  const leave = () => !form.isBusy && onClose();
  /** The dialog with scripts, and one without. `plain`: its content without scripts. */
  const frame = (heading: string, children: ReactNode, close?: ReactNode, confirm?: ReactNode, plain = children) => (
    <>
      <PlainDialog open title={heading} footer={confirm}>
        {plain}
      </PlainDialog>
      <Dialog
        open
        onOpenChange={leave}
        title={heading}
        footer={
          close && (
            <>
              {close}
              {confirm}
            </>
          )
        }
      >
        {children}
      </Dialog>
    </>
  );
  if (draw.state.name === "drawn" && draw.winner) {
    const result = { draw, winner: draw.winner };
    const heading = t("draw.dialog.result", { title });
    // Without scripts, the dialog is closed by a link.
    return frame(heading, <DrawResult {...result} onClose={onClose} />, undefined, undefined, <DrawResult {...result} />);
  }
  if (isUnderWay(draw)) {
    return frame(
      t("draw.dialog.waiting", { title }),
      <DrawWait draw={draw} now={now} />,
      <Button variant="outline" onClick={onClose}>
        {t("draw.dialog.closeWindow")}
      </Button>,
    );
  }
  return frame(
    t("draw.dialog.title", { title }),
    <ShopFormFrame form={form} action={`/admin/draw?ask=draw:${draw.id}`} fields={{ lotteryId: draw.id }} needsReauth>
      <FormProblem form={form} />
      <Question draw={draw} form={form} />
    </ShopFormFrame>,
    <Button variant="outline" autoFocus aria-disabled={form.isBusy} onClick={leave}>
      {t("admin:kit.cancel")}
    </Button>,
    (!draw.isBeforeDue || draw.mayBeEarly) && (
      <Button type="submit" form={form.id} variant="danger-solid" busy={form.isBusy} busyLabel={t("draw.dialog.busy")}>
        {t("draw.dialog.confirm")}
      </Button>
    ),
  );
}

/** Open while there is a draw. `now`: the shop's clock in ms; `onRequested`: the draw was requested. */
export function DrawDialog({ draw, now, onClose, onRequested }: Props) {
  // A new key per draw, so that no text or error of another draw remains.
  return draw && <OpenDialog key={draw.id} draw={draw} now={now} onClose={onClose} onRequested={onRequested} />;
}
