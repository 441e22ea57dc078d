/** The question before somebody's two-step sign-in is reset, and what is said afterwards. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";

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
};
type Props = { user: { readonly id: string; readonly name: string } | undefined; onClose: () => void };

export function ResetFactorDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  const fetcher = useFetcher<FactorReply>({ key: `factor-${user?.id}` });
  useReply(fetcher, ({ error, became }) => {
    if (error !== undefined) return;
    onClose();
    toastSuccess(t(became === "done" ? "users.factorDone" : "users.factorAsked"));
  });
  const error = fetcher.state === "idle" ? fetcher.data?.error : undefined;
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
      <TextField
        id="factor-reason"
        name="reason"
        label={t("users.factorReason")}
        hint={t("users.factorReasonHint")}
        maxLength={500}
        autoComplete="off"
        required
        error={error === "reason_needed" ? said : undefined}
      />
    </ConfirmDialog>
  );
}
