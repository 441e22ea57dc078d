/** The card of the form with price, tickets, dates, status and packs. */
import { useTranslation } from "react-i18next";
import { hasBothLanguages } from "#shared/language/own-languages.ts";
import { CANCEL_REASONS, LOTTERY_STATUSES } from "#shared/states.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { useRefundsAhead } from "#ui/admin/use-refunds-ahead.ts";
import { Note } from "#ui/feedback/note.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { LONGEST_CANCEL_NOTE } from "../rules/cancel-reason.ts";
import { canEdit, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import { prospect } from "../rules/fields/lottery-preview.ts";
import { canBecome, isStatus } from "../rules/lifecycle.ts";
import { FactFields } from "./fact-field.tsx";
import { FormPacks } from "./form-packs.tsx";
import type { EditedLottery, Place } from "./lottery-form-view.ts";

/** `typed`: the fields as sent last; `fields`: as they are now; `typedIn`: the text of another field. */
type Props = {
  lottery: EditedLottery;
  typed: LotteryFields;
  fields: LotteryFields;
  typedIn: (name: string) => string | undefined;
  errorOf: (name: Place) => string | undefined;
};

/** The refunds that the cancellation would cause, in words. */
function CancelRefunds({ lotteryId }: { lotteryId: string }) {
  return <span>{useRefundsAhead("lottery", lotteryId).text}</span>;
}

/** The reason of a cancellation, and what it refunds. */
function CancellationFields({ lotteryId, typedIn, errorOf }: Pick<Props, "typedIn" | "errorOf"> & { lotteryId: string }) {
  const { t } = useTranslation("admin-lotteries");
  const reasons = CANCEL_REASONS.map((code) => ({ value: code, label: t(`lotteries.cancelReasons.${code}`) }));
  const note = { rows: 2, maxLength: LONGEST_CANCEL_NOTE };
  return (
    <div className="mt-4 grid gap-4">
      <Note tone="warn" title={t("lotteries.cancelTitle")}>
        {t("lotteries.cancelText")} <CancelRefunds lotteryId={lotteryId} />
      </Note>
      <SelectField
        label={t("lotteries.field.reason")}
        name="reason"
        defaultValue={typedIn("reason") ?? ""}
        options={[{ value: "", label: t("lotteries.chooseReason") }, ...reasons]}
        hint={t("lotteries.reasonHint")}
        error={errorOf("reason")}
        required
      />
      <TextArea
        {...note}
        label={t("lotteries.field.reason_note")}
        name="reason_note"
        defaultValue={typedIn("reason_note")}
        hint={t("lotteries.reasonNoteHint")}
        error={errorOf("reason_note")}
      />
      {hasBothLanguages() && (
        <TextArea
          {...note}
          label={t("lotteries.field.reason_note_fr")}
          name="reason_note_fr"
          lang="fr"
          defaultValue={typedIn("reason_note_fr")}
        />
      )}
    </div>
  );
}

/**
 * The choice of the status. All four can be selected; an impossible change is reported at once, and again by
 * the server.
 */
function Status({ lottery, typed, fields, error }: Omit<Props, "typedIn" | "errorOf"> & { error: string | undefined }) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const from = lottery.id !== undefined && isStatus(lottery.fields.status) ? lottery.fields.status : undefined;
  const to = isStatus(fields.status) ? fields.status : "draft";
  const becoming = canBecome(from, to, lottery);
  const problem = becoming.ok ? undefined : becoming.error;
  return (
    <SelectField
      label={t("lotteries.field.status")}
      name="status"
      defaultValue={typed.status}
      options={LOTTERY_STATUSES.map((status) => ({ value: status, label: t(`admin:status.${status}`) }))}
      error={error ?? (problem && t(`lotteries.refusal.${problem}`))}
      hint={problem || error ? undefined : t(`lotteries.statusHint.${to}`)}
    />
  );
}

const PROSPECT_FIELDS = ["price_per_ticket", "price_value", "tickets_available"] as const;

/** What all tickets would bring in, and a warning if that is less than the prize. */
function Prospect({ fields, isUntouched }: { fields: LotteryFields; isUntouched: boolean }) {
  const { t } = useTranslation("admin-lotteries");
  const { money, number } = useFormat();
  const expected = prospect(fields);
  if (!expected) return null;
  const strong = (inner: React.ReactNode) => <strong className="font-[600]">{inner}</strong>;
  const figures = {
    takings: money(expected.takings, "whole"),
    prize: money(expected.prize, "whole"),
    tickets: number(expected.tickets),
  };
  return (
    <>
      <p className="form-note">
        <RichText text={t("lotteries.prospect", figures)} parts={{ b: strong }} />
      </p>
      {expected.loses && !isUntouched && (
        <div className="mt-4">
          <Note tone="warn" title={t("lotteries.losesTitle")}>
            {t("lotteries.losesText", figures)}
          </Note>
        </div>
      )}
    </>
  );
}

export function FormTerms({ lottery, typed, fields, typedIn, errorOf }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { hasOrders } = lottery;
  // A new draw starts with example values.
  const isUntouched = lottery.id === undefined && PROSPECT_FIELDS.every((name) => fields[name] === lottery.fields[name]);
  return (
    <AdminCard
      title={t("lotteries.terms")}
      note={t(canEdit("price_per_ticket", lottery) ? "lotteries.termsNote" : "lotteries.termsLocked")}
    >
      <div className="form-triple">
        <FactFields card="terms" typed={typed} fields={fields} hasOrders={hasOrders} errorOf={errorOf} />
        <Status lottery={lottery} typed={typed} fields={fields} error={errorOf("status")} />
      </div>
      <FormPacks typed={typed} fields={fields} hasOrders={hasOrders} errorOf={errorOf} />
      <Prospect fields={fields} isUntouched={isUntouched} />
      {fields.status === "cancelled" && lottery.fields.status !== "cancelled" && lottery.id !== undefined && (
        <CancellationFields lotteryId={lottery.id} typedIn={typedIn} errorOf={errorOf} />
      )}
    </AdminCard>
  );
}
