/** Price, stock, dates and status; what is final once somebody has ordered is locked, and says so. */
import { useTranslation } from "react-i18next";
import { LOTTERY_STATUSES } from "#shared/states.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";
import { useFormat } from "#ui/i18n/words.ts";
import { RichText } from "#ui/i18n/words-rich.tsx";
import { canBecome, isStatus } from "../rules/lifecycle.ts";
import { canEdit, type LotteryFields } from "../rules/lottery-fields.ts";
import { prospect } from "../rules/lottery-preview.ts";
import { FactFields } from "./fact-field.tsx";
import type { EditedLottery } from "./lottery-form-view.ts";
import type { Place } from "./use-problems.ts";
import { useRefundsAhead } from "./use-refunds-ahead.ts";

type Props = {
  lottery: EditedLottery;
  /** What the fields start with. */
  typed: LotteryFields;
  /** What they hold now. */
  fields: LotteryFields;
  reason: string;
  errorOf: (name: Place) => string | undefined;
};

export function FormTerms({ lottery, typed, fields, reason, errorOf }: Props) {
  const { t } = useTranslation("admin");
  const { hasOrders } = lottery;
  return (
    <AdminCard
      title={t("lotteries.terms")}
      note={t(canEdit("price_per_ticket", lottery) ? "lotteries.termsNote" : "lotteries.termsLocked")}
    >
      <div className="form-triple">
        <FactFields card="terms" typed={typed} hasOrders={hasOrders} errorOf={errorOf} />
        <Status lottery={lottery} typed={typed} fields={fields} error={errorOf("status")} />
      </div>
      <Prospect fields={fields} />
      {fields.status === "cancelled" && lottery.fields.status !== "cancelled" && lottery.id !== undefined && (
        <div className="mt-4 grid gap-4">
          <Note tone="warn" title={t("lotteries.cancelTitle")}>
            {t("lotteries.cancelText")} <CancelRefunds lotteryId={lottery.id} />
          </Note>
          <TextArea
            label={t("lotteries.field.reason")}
            name="reason"
            rows={2}
            defaultValue={reason}
            hint={t("lotteries.reasonHint")}
            error={errorOf("reason")}
            required
          />
        </div>
      )}
    </AdminCard>
  );
}

function CancelRefunds({ lotteryId }: { lotteryId: string }) {
  return <span>{useRefundsAhead("lottery", lotteryId)}</span>;
}

/** All four can be chosen; what cannot be is said at once, and again by the shop if it is tried. */
function Status({ lottery, typed, fields, error }: Omit<Props, "reason" | "errorOf"> & { error: string | undefined }) {
  const { t } = useTranslation("admin");
  const from = lottery.id !== undefined && isStatus(lottery.fields.status) ? lottery.fields.status : undefined;
  const to = isStatus(fields.status) ? fields.status : "draft";
  const becoming = canBecome(from, to, lottery);
  const problem = becoming.ok ? undefined : becoming.error;
  return (
    <SelectField
      label={t("lotteries.field.status")}
      name="status"
      defaultValue={typed.status}
      options={LOTTERY_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
      error={error ?? (problem && t(`lotteries.refusal.${problem}`))}
      hint={problem || error ? undefined : t(`lotteries.statusHint.${to}`)}
    />
  );
}

function Prospect({ fields }: { fields: LotteryFields }) {
  const { t } = useTranslation("admin");
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
      {expected.loses && (
        <div className="mt-4">
          <Note tone="warn" title={t("lotteries.losesTitle")}>
            {t("lotteries.losesText", figures)}
          </Note>
        </div>
      )}
    </>
  );
}
