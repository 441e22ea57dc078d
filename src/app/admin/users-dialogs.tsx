/** The questions before somebody is deleted or their two-step sign-in is reset, and what is said afterwards. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { useRefundsAhead } from "#features/lotteries/admin/use-refunds-ahead.ts";
import { type Typed, useTypedBefore } from "#ui/feedback/asked.tsx";
import { ConfirmDialog, ReasonField } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useUserDone } from "./user-done.ts";

export type DeletionReply = {
  readonly intent: "delete";
  readonly error: "not_found" | keyof typeof REASONS | "reason_needed" | "failed" | undefined;
  readonly became: "proposed" | undefined;
  readonly typed?: Typed<"userId" | "reason" | "forGood">;
};
type Props = { user: { readonly id: string; readonly name: string } | undefined; onClose: () => void };

/** Why nothing was deleted; the others are no news to anybody. */
const REASONS = {
  administrator: "users.isAdmin",
  address_changed: "users.addressChanged",
  frozen: "users.frozen",
  already_proposed: "users.factorProposed",
} as const;

export function DeleteUserDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  const fetcher = useFetcher<DeletionReply>({ key: `delete-${user?.id}` });
  const ahead = useRefundsAhead("user", user?.id);
  const refused = useAnswer(fetcher, "delete", user !== undefined)?.error;
  const before = useTypedBefore<"userId" | "reason" | "forGood">("delete");
  const typed = before?.userId === user?.id ? before : undefined;
  const isReasonMissing = fetcher.state === "idle" && refused === "reason_needed";
  const textOf = (error: NonNullable<DeletionReply["error"]>) => {
    const isKnown = error !== "not_found" && error !== "failed" && error !== "reason_needed";
    return isKnown ? `${t("users.deleteFailed")}. ${t(REASONS[error])}` : t("users.deleteFailed");
  };
  const done = useUserDone();
  useReply(fetcher, (reply) => {
    if (reply.error === "reason_needed") return;
    onClose();
    if (reply.error === undefined) return toastSuccess(done(reply));
    toastError(textOf(reply.error));
  });
  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("users.deleteTitle", { name: user?.name ?? "" })}
      description={
        <>
          {t("users.deleteConfirm")} {!ahead.isNone && <span>{t("users.deleteNote")}</span>} <span>{ahead.text}</span>
        </>
      }
      confirmLabel={t("users.delete")}
      fetcher={fetcher}
      needsProof
      fields={{ intent: "delete", userId: user?.id ?? "" }}
      said={refused && !isReasonMissing ? textOf(refused) : undefined}
    >
      <Checkbox
        id="delete-for-good"
        name="forGood"
        defaultChecked={typed?.forGood !== undefined}
        label={t("users.deleteForGood")}
        description={t("users.deleteForGoodText")}
      />
      <ReasonField
        id="delete-reason"
        defaultValue={typed?.reason}
        label={t("staff.reason")}
        hint={t("users.deleteReasonHint")}
        error={isReasonMissing ? t("users.deleteReasonNeeded") : undefined}
      />
    </ConfirmDialog>
  );
}

const REFUSALS = {
  needs_two: "users.factorNeedsTwo",
  already_proposed: "users.factorProposed",
  reason_needed: "users.factorReasonNeeded",
} as const;
/** `done`: at once, since there is nobody to confirm it. */
export type FactorReply = {
  readonly intent: "reset-factor";
  readonly error: keyof typeof REFUSALS | "failed" | undefined;
  readonly became: "proposed" | "done" | undefined;
  readonly typed?: Typed<"userId" | "reason">;
};

export function ResetFactorDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  const fetcher = useFetcher<FactorReply>({ key: `factor-${user?.id}` });
  const done = useUserDone();
  useReply(fetcher, (reply) => {
    if (reply.error !== undefined) return;
    onClose();
    toastSuccess(done(reply));
  });
  const sent = useAnswer(fetcher, "reset-factor", user !== undefined);
  const typed = useTypedBefore<"userId" | "reason">("reset-factor");
  const error = fetcher.state === "idle" ? sent?.error : undefined;
  const said = error && t(error === "failed" ? "users.factorFailed" : REFUSALS[error]);
  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("users.factorTitle", { name: user?.name ?? "" })}
      description={t("users.factorText")}
      confirmLabel={t("users.factorConfirm")}
      fetcher={fetcher}
      needsProof
      fields={{ intent: "reset-factor", userId: user?.id ?? "" }}
    >
      {said && error !== "reason_needed" && <Note tone="danger" role="alert" title={said} />}
      <ReasonField
        id="factor-reason"
        defaultValue={typed?.userId === user?.id ? typed?.reason : undefined}
        label={t("users.factorReason")}
        hint={t("users.factorReasonHint")}
        required
        error={error === "reason_needed" ? said : undefined}
      />
    </ConfirmDialog>
  );
}
