/** Asks for the reason before somebody else is made the winner. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { formatTicketNumber } from "#shared/ids.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toastError, toastSuccess } from "#ui/toast.tsx";
import { useReply } from "#ui/use-reply.ts";
import { LONGEST_REASON } from "../rules/draw-reason.ts";
import type { Candidate, CompletedDraw } from "../rules/managed-winner.ts";
import { fullName } from "./draw-progress.tsx";

export type ReplaceReply = {
  readonly error:
    | "not_found"
    | "not_drawn"
    | "no_reserve"
    | "no_valid_ticket"
    | "is_winner"
    | "reason_needed"
    | "reason_too_long"
    | "failed"
    | undefined;
};

/** Why nothing was changed; the others are no news to anybody. */
const REASONS = {
  not_drawn: "winners.replace.notDrawn",
  no_reserve: "winners.replace.noTicket",
  no_valid_ticket: "winners.replace.noTicket",
  is_winner: "winners.replace.isWinner",
} as const;

type Props = {
  draw: Pick<CompletedDraw, "id" | "shortNumber">;
  title: string;
  /** Undefined: closed. */
  candidate: Candidate | undefined;
  onClose: () => void;
};

export function ReplaceDialog(props: Props) {
  // Another person is another question: the reason is written anew.
  return props.candidate ? <Asking key={props.candidate.id} {...props} candidate={props.candidate} /> : null;
}

function Asking({ draw, title, candidate, onClose }: Props & { candidate: Candidate }) {
  const { t } = useTranslation("admin");
  const fetcher = useFetcher<ReplaceReply>();
  useReply(fetcher, ({ error }) => {
    // What is missing is said at its field.
    if (error === "reason_needed" || error === "reason_too_long") return;
    onClose();
    if (error === undefined) return toastSuccess(t("winners.updated"));
    const reason = error in REASONS ? t(REASONS[error as keyof typeof REASONS]) : undefined;
    toastError(reason === undefined ? t("winners.updateFailed") : `${t("winners.updateFailed")}. ${reason}`);
  });
  const error = fetcher.state === "idle" ? fetcher.data?.error : undefined;
  const said =
    error === "reason_needed"
      ? t("draw.dialog.reasonNeeded")
      : error === "reason_too_long"
        ? t("draw.dialog.reasonTooLong")
        : undefined;
  const ticket = candidate.ticketNumber ?? 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("winners.replace.title", { name: fullName(candidate) || t("winners.erased"), title })}
      description={t("winners.replace.text", { ticket: formatTicketNumber(draw.shortNumber, ticket) })}
      confirmLabel={t("winners.replace.confirm")}
      busyLabel={t("kit.saving")}
      fetcher={fetcher}
      action="/admin/winners"
      fields={{ intent: "replace", lotteryId: draw.id, ticketNumber: String(ticket) }}
    >
      <TextArea
        label={t("winners.replace.reason")}
        name="reason"
        rows={3}
        maxLength={LONGEST_REASON}
        hint={t("winners.replace.reasonHint")}
        error={said}
      />
    </ConfirmDialog>
  );
}
