/** Asks for the reason before somebody else is made the winner. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { formatTicketNumber } from "#shared/ids.ts";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { LONGEST_REASON } from "../rules/draw-reason.ts";
import type { Candidate, CompletedDraw } from "../rules/managed-draw.ts";
import { REPLACEMENT_REASONS } from "../rules/replacement.ts";
import type { ReplaceError } from "../server/replace-winner.ts";
import { fullName } from "./draw-progress.tsx";

export type ReplaceReply = {
  readonly intent: "replace";
  readonly error: Exclude<ReplaceError, "forbidden" | "proof_needed"> | "failed" | undefined;
  /** Nothing has changed yet: a second administrator has to confirm it. */
  readonly isProposed?: boolean;
};

/** Why nothing was changed; the others are no news to anybody. */
const REASONS = {
  not_drawn: "winners.replace.notDrawn",
  handed_over: "winners.replace.handedOver",
  no_reserve: "winners.replace.noTicket",
  reserve_first: "winners.replace.reserveFirst",
  already_proposed: "winners.replace.alreadyProposed",
  no_valid_ticket: "winners.replace.noTicket",
  is_winner: "winners.replace.isWinner",
  is_staff: "winners.replace.isStaff",
} as const;

/** What is missing is said at its field. */
const AT_FIELD = {
  reason_code_needed: { field: "code", text: "winners.replace.codeNeeded" },
  not_reversed: { field: "code", text: "winners.replace.notReversed" },
  still_time: { field: "code", text: "winners.replace.stillTime" },
  reason_needed: { field: "reason", text: "draw.dialog.reasonNeeded" },
  reason_too_short: { field: "reason", text: "winners.replace.reasonTooShort" },
  reason_too_long: { field: "reason", text: "draw.dialog.reasonTooLong" },
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

/** What came of it. */
export const replacedText = ({ isProposed }: ReplaceReply) => (isProposed ? "winners.replace.proposed" : "winners.updated");

function Asking({ draw, title, candidate, onClose }: Props & { candidate: Candidate }) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const fetcher = useFetcher<ReplaceReply>();
  useReply(fetcher, (reply) => {
    const { error } = reply;
    if (error !== undefined && error in AT_FIELD) return;
    onClose();
    if (error === undefined) return toastSuccess(t(replacedText(reply)));
    const reason = error in REASONS ? t(REASONS[error as keyof typeof REASONS]) : undefined;
    toastError(reason === undefined ? t("winners.updateFailed") : `${t("winners.updateFailed")}. ${reason}`);
  });
  const error = fetcher.state === "idle" ? fetcher.data?.error : undefined;
  const said = error !== undefined && error in AT_FIELD ? AT_FIELD[error as keyof typeof AT_FIELD] : undefined;
  const errorOf = (field: "code" | "reason") => (said?.field === field ? t(said.text) : undefined);
  const isByHand = candidate.reserve === undefined;
  const ticket = candidate.ticketNumber ?? 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("winners.replace.title", { name: fullName(candidate) || t("winners.erased"), title })}
      description={
        <>
          {t("winners.replace.text", { ticket: formatTicketNumber(draw.shortNumber, ticket) })}
          {isByHand && ` ${t("winners.replace.byHand")}`}
        </>
      }
      confirmLabel={t("winners.replace.confirm")}
      busyLabel={t("admin:kit.saving")}
      fetcher={fetcher}
      needsProof
      action="/admin/winners"
      fields={{ intent: "replace", lotteryId: draw.id, ticketNumber: String(ticket) }}
    >
      <SelectField
        label={t("winners.replace.code")}
        name="code"
        defaultValue=""
        options={[
          { value: "", label: t("winners.replace.chooseCode") },
          ...REPLACEMENT_REASONS.map((code) => ({ value: code, label: t(`winners.reasons.${code}`) })),
        ]}
        error={errorOf("code")}
      />
      <TextArea
        label={t("winners.replace.reason")}
        name="reason"
        rows={3}
        maxLength={LONGEST_REASON}
        hint={t("winners.replace.reasonHint")}
        error={errorOf("reason")}
      />
      <TextArea
        label={t("winners.replace.reasonFr")}
        name="reasonFr"
        rows={2}
        maxLength={LONGEST_REASON}
        hint={t("winners.replace.reasonFrHint")}
      />
    </ConfirmDialog>
  );
}
