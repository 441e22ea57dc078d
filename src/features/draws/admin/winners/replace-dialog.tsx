/** The confirmation dialog for another winner of a prize, with the published reason. */
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { hasBothLanguages } from "#shared/language/own-languages.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { LONGEST_REASON } from "../../rules/draw-reason.ts";
import type { Candidate, CompletedDraw } from "../../rules/managed-draw.ts";
import { REPLACEMENT_REASONS } from "../../rules/replacement.ts";
import type { ReplaceError } from "../../server/winners/replace-winner.ts";
import { fullName } from "../draw-progress.tsx";

/** `isProposed`: a second administrator must confirm the replacement. */
export type ReplaceReply = FormReply<"replace", Exclude<ReplaceError, "forbidden" | "reauth_needed"> | "failed"> & {
  readonly isProposed?: boolean;
};

/** Refusals with a text of their own; others get the general one. */
const REFUSAL_TEXTS = {
  not_drawn: "winners.replace.notDrawn",
  handed_over: "winners.replace.handedOver",
  no_reserve: "winners.replace.noTicket",
  reserve_first: "winners.replace.reserveFirst",
  already_proposed: "winners.replace.alreadyProposed",
  no_valid_ticket: "winners.replace.noTicket",
  is_winner: "winners.replace.isWinner",
  is_staff: "winners.replace.isStaff",
} as const;

/** The field that each refusal belongs to. */
export const REFUSAL_FIELDS = {
  reason_code_needed: "code",
  not_reversed: "code",
  still_time: "code",
  reason_needed: "reason",
  reason_too_short: "reason",
  reason_too_long: "reason",
} as const;

/** The texts of refusals shown at a field. */
const FIELD_TEXTS = {
  reason_code_needed: "winners.replace.codeNeeded",
  not_reversed: "winners.replace.notReversed",
  still_time: "winners.replace.stillTime",
  reason_needed: "draw.dialog.reasonNeeded",
  reason_too_short: "winners.replace.reasonTooShort",
  reason_too_long: "draw.dialog.reasonTooLong",
} as const;

type Props = {
  draw: Pick<CompletedDraw, "id" | "shortNumber">;
  place: number;
  title: string;
  candidate: Candidate | undefined;
  onClose: () => void;
};

/** The key of the message after a replacement. */
export const replacedText = ({ isProposed }: ReplaceReply) => (isProposed ? "winners.replace.proposed" : "winners.updated");

function OpenDialog({ draw, place, title, candidate, onClose }: Props & { candidate: Candidate }) {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const say = (code: CodeOf<ReplaceReply>) => {
    if (code in FIELD_TEXTS) return t(FIELD_TEXTS[code as keyof typeof FIELD_TEXTS]);
    const reason = code in REFUSAL_TEXTS ? t(REFUSAL_TEXTS[code as keyof typeof REFUSAL_TEXTS]) : undefined;
    return reason === undefined ? t("winners.updateFailed") : `${t("winners.updateFailed")}. ${reason}`;
  };
  const isByHand = candidate.reserve === undefined;
  const ticket = candidate.ticketNumber ?? 0;
  return (
    <ConfirmDialog<ReplaceReply>
      open
      onClose={onClose}
      intent="replace"
      title={t("winners.replace.title", { name: fullName(candidate) || t("winners.erased"), title })}
      description={
        <>
          {t("winners.replace.text", { ticket: formatTicketNumber(draw.shortNumber, ticket) })}
          {isByHand && ` ${t("winners.replace.byHand")}`}
        </>
      }
      confirmLabel={t("winners.replace.confirm")}
      busyLabel={t("admin:kit.saving")}
      needsReauth
      action="/admin/winners"
      fields={{ lotteryId: draw.id, place: String(place), ticketNumber: String(ticket) }}
      say={say}
      done={(reply) => t(replacedText(reply))}
      closesOnRefusal
    >
      {(form) => (
        <>
          <SelectField
            {...form.field("code", "")}
            label={t("winners.replace.code")}
            options={[
              { value: "", label: t("winners.replace.chooseCode") },
              ...REPLACEMENT_REASONS.map((code) => ({ value: code, label: t(`winners.reasons.${code}`) })),
            ]}
          />
          <TextArea
            label={t("winners.replace.reason")}
            {...form.field("reason")}
            rows={3}
            maxLength={LONGEST_REASON}
            hint={t("winners.replace.reasonHint")}
          />
          {hasBothLanguages() && (
            <TextArea
              label={t("winners.replace.reasonFr")}
              {...form.field("reasonFr")}
              rows={2}
              maxLength={LONGEST_REASON}
              hint={t("winners.replace.reasonFrHint")}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/** Open while there is a candidate. */
export function ReplaceDialog(props: Props) {
  // A new key per person, so that no reason for another one remains.
  return props.candidate ? <OpenDialog key={props.candidate.id} {...props} candidate={props.candidate} /> : null;
}
