/** The dialogs that delete a user, and reset a second factor. */
import { useTranslation } from "react-i18next";
import { useRefundsAhead } from "#ui/admin/use-refunds-ahead.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ConfirmDialog, ReasonField } from "#ui/forms/confirm-dialog.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { useUserDone } from "./user-done.ts";

/** Refusals with a text of their own; others get the general one. */
const DELETION_REFUSALS = {
  administrator: "users.isAdmin",
  address_changed: "users.addressChanged",
  frozen: "users.frozen",
  already_proposed: "users.factorProposed",
} as const;

/** `became`: a second administrator must confirm the deletion. */
export type DeletionReply = FormReply<"delete", "not_found" | keyof typeof DELETION_REFUSALS | "reason_needed" | "failed"> & {
  readonly became?: "proposed" | undefined;
};
type Props = { user: { readonly id: string; readonly name: string } | undefined; onClose: () => void };

/** Open while there is a user. */
export function DeleteUserDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  const refunds = useRefundsAhead("user", user?.id);
  const say = (error: CodeOf<DeletionReply>) => {
    if (error === "reason_needed") return t("users.deleteReasonNeeded");
    const isKnown = error !== "not_found" && error !== "failed";
    return isKnown ? `${t("users.deleteFailed")}. ${t(DELETION_REFUSALS[error])}` : t("users.deleteFailed");
  };
  return (
    <ConfirmDialog<DeletionReply>
      open={user !== undefined}
      onClose={onClose}
      intent="delete"
      title={t("users.deleteTitle", { name: user?.name ?? "" })}
      description={
        <>
          {t("users.deleteConfirm")} {!refunds.isNone && <span>{t("users.deleteNote")}</span>} <span>{refunds.text}</span>
        </>
      }
      confirmLabel={t("users.delete")}
      needsReauth
      fields={{ userId: user?.id ?? "" }}
      say={say}
      done={useUserDone()}
      closesOnRefusal
    >
      {(form) => (
        <>
          <Checkbox
            {...form.box("forGood")}
            id="delete-for-good"
            label={t("users.deleteForGood")}
            description={t("users.deleteForGoodText")}
          />
          <ReasonField
            {...form.field("reason")}
            id="delete-reason"
            label={t("staff.reason")}
            hint={t("users.deleteReasonHint")}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** The text of each refusal to reset a second factor. */
const FACTOR_REFUSALS = {
  needs_two: "users.factorNeedsTwo",
  already_proposed: "users.factorProposed",
  reason_needed: "users.factorReasonNeeded",
} as const;
/** `done`: carried out at once, because no second person exists to confirm it. */
export type FactorReply = FormReply<"reset-factor", keyof typeof FACTOR_REFUSALS | "failed"> & {
  readonly became?: "proposed" | "done" | undefined;
};

/** Open while there is a user. */
export function ResetFactorDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  return (
    <ConfirmDialog<FactorReply>
      open={user !== undefined}
      onClose={onClose}
      intent="reset-factor"
      title={t("users.factorTitle", { name: user?.name ?? "" })}
      description={t("users.factorText")}
      confirmLabel={t("users.factorConfirm")}
      needsReauth
      fields={{ userId: user?.id ?? "" }}
      say={(code) => t(code === "failed" ? "users.factorFailed" : FACTOR_REFUSALS[code])}
      done={useUserDone()}
    >
      {(form) => (
        <ReasonField
          {...form.field("reason")}
          id="factor-reason"
          label={t("users.factorReason")}
          hint={t("users.factorReasonHint")}
          required
        />
      )}
    </ConfirmDialog>
  );
}
