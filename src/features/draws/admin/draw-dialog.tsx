/** The winner draw in one dialog: the question with what will happen, the wait for the beacon's round, and the result. */
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { Button } from "#ui/button.tsx";
import { type Typed, useTypedBefore } from "#ui/feedback/asked.tsx";
import { PlainDialog, Refusal } from "#ui/feedback/confirm-dialog.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { TriangleAlert } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { LONGEST_REASON } from "../rules/draw-reason.ts";
import { isUnderWay, type ManagedDraw } from "../rules/managed-draw.ts";
import type { RequestError } from "../server/request-draw.ts";
import { DrawResult, DrawWait } from "./draw-outcome.tsx";
import { lastDay } from "./draw-progress.tsx";

export type DrawReply = {
  readonly intent: "draw";
  readonly lotteryId: string;
  readonly error: Exclude<RequestError, "forbidden" | "proof_needed"> | "failed" | undefined;
  readonly typed?: Typed<"reason" | "reasonFr">;
};

type Props = {
  /** Undefined: closed. */
  draw: ManagedDraw | undefined;
  now: number;
  onClose: () => void;
  /** It was confirmed, and goes on by itself. */
  onAsked: (id: string) => void;
};

const REASONS = { not_found: "notFound", not_active: "notActive", too_early: "tooEarly" } as const;

export function DrawDialog({ draw, now, onClose, onAsked }: Props) {
  // Another draw is another question: nothing that was typed or refused stays.
  return draw && <Faces key={draw.id} draw={draw} now={now} onClose={onClose} onAsked={onAsked} />;
}

function Faces({ draw, now, onClose, onAsked }: Props & { draw: ManagedDraw }) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const title = inLanguage(draw.title, useLocale());
  const form = useId();
  const fetcher = useFetcher<DrawReply>();
  const textOf = (error: NonNullable<DrawReply["error"]>) => {
    // What is missing is said at its field.
    if (error === "reason_needed" || error === "reason_too_long") return undefined;
    if (error === "no_tickets") return t("draw.noTickets");
    if (error === "failed") return t("draw.failed");
    return `${t("draw.failed")}. ${t(`draw.reasons.${REASONS[error]}`)}`;
  };
  useReply(fetcher, ({ lotteryId, error }) => {
    if (error === undefined) return onAsked(lotteryId);
    const text = textOf(error);
    if (text === undefined) return;
    onClose();
    toastError(text);
  });
  const answer = useAnswer(fetcher, "draw");
  const refused = answer?.lotteryId === draw.id ? answer.error : undefined;
  // Nobody leaves before they hear what came of it.
  const isBusy = fetcher.state !== "idle";
  const leave = () => !isBusy && onClose();
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
    // Without scripts a link leads out of it.
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
    <fetcher.Form id={form} method="post" action={`/admin/draw?ask=draw:${draw.id}`} data-needs-proof="">
      <input type="hidden" name="intent" value="draw" />
      <input type="hidden" name="lotteryId" value={draw.id} />
      <Refusal fetcher={fetcher} intent="draw" said={refused && textOf(refused)} />
      <Question draw={draw} error={fetcher.state === "idle" ? refused : undefined} />
    </fetcher.Form>,
    <Button variant="outline" autoFocus aria-disabled={isBusy} onClick={leave}>
      {t("admin:kit.cancel")}
    </Button>,
    (!draw.isBeforeDue || draw.mayBeEarly) && (
      <Button type="submit" form={form} variant="danger-solid" busy={isBusy} busyLabel={t("draw.dialog.busy")}>
        {t("draw.dialog.confirm")}
      </Button>
    ),
  );
}

const STEPS = [
  ["fixed", "fixedText"],
  ["published", "publishedText"],
  ["decides", "decidesText"],
] as const;

function Question({ draw, error }: { draw: ManagedDraw; error: DrawReply["error"] }) {
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
        {STEPS.map(([what, text]) => (
          <li key={what}>
            <b>{t(`draw.dialog.${what}`)}</b>
            <span>{t(`draw.dialog.${text}`)}</span>
          </li>
        ))}
      </ol>
      {draw.isBeforeDue && <Early draw={draw} error={error} />}
      <p className="flex items-center gap-2.5 font-[540] text-danger">
        <TriangleAlert size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
        {t("draw.dialog.final")}
      </p>
    </div>
  );
}

/** It is earlier than was told to everybody who entered. */
function Early({ draw: { state, closesAt, entriesDue, mayBeEarly }, error }: { draw: ManagedDraw; error: DrawReply["error"] }) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const isOpen = state.name === "open";
  const typed = useTypedBefore<"reason" | "reasonFr">("draw");
  const said =
    error === "reason_needed"
      ? t("draw.dialog.reasonNeeded")
      : error === "reason_too_long"
        ? t("draw.dialog.reasonTooLong")
        : undefined;
  if (!mayBeEarly) {
    const day = date(lastDay(isOpen ? closesAt : entriesDue));
    return (
      <Note tone="warn" title={t(isOpen ? "draw.dialog.openStill" : "draw.dialog.postStill")}>
        {t(isOpen ? "draw.dialog.notBefore" : "draw.dialog.notBeforePost", { day })}
      </Note>
    );
  }
  return (
    <div className="grid gap-4">
      <Note tone="warn" title={t(isOpen ? "draw.dialog.openStill" : "draw.dialog.postStill")}>
        {isOpen
          ? t("draw.dialog.openStillText", { day: date(lastDay(closesAt)) })
          : t("draw.dialog.postStillText", { day: date(lastDay(entriesDue)) })}
      </Note>
      <TextArea
        label={t("draw.dialog.reason")}
        name="reason"
        defaultValue={typed?.reason}
        rows={3}
        maxLength={LONGEST_REASON}
        hint={t("draw.dialog.reasonHint")}
        error={said}
      />
      <TextArea
        label={t("draw.dialog.reasonFr")}
        name="reasonFr"
        defaultValue={typed?.reasonFr}
        rows={2}
        maxLength={LONGEST_REASON}
        lang="fr"
        hint={t("draw.dialog.reasonFrHint")}
      />
    </div>
  );
}
