/** Asks whom to invite to the staff, and as what. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { Locale } from "#shared/locale.ts";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import type { StaffReply } from "./staff-reply.ts";
import { RoleField, useStaffRefusal } from "./staff-role-field.tsx";

export function StaffInvite({ open, onClose, locale }: { open: boolean; onClose: () => void; locale: Locale }) {
  const { t } = useTranslation(["admin-people", "admin"]);
  const fetcher = useFetcher<StaffReply>();
  const said = useStaffRefusal(fetcher);
  useReply(fetcher, ({ error, became }) => {
    if (error !== undefined) return;
    onClose();
    toastSuccess(t(became === "proposed" ? "staff.proposed" : "staff.invited"));
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("staff.inviteTitle")}
      description={t("staff.inviteText")}
      confirmLabel={t("staff.send")}
      fetcher={fetcher}
      needsProof
      tone="plain"
      fields={{ intent: "invite" }}
    >
      {said && said.field === undefined && <Note tone="danger" role="alert" title={said.text} />}
      <TextField
        id="invite-email"
        name="email"
        label={t("staff.email")}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        error={said?.field === "email" ? said.text : undefined}
      />
      <RoleField id="invite-role" label={t("staff.role")} value="support" />
      <SelectField
        id="invite-locale"
        name="locale"
        label={t("staff.language")}
        defaultValue={locale}
        options={useLanguageOptions()}
      />
      <TextField
        id="invite-reason"
        name="reason"
        label={t("staff.reason")}
        hint={t("staff.reasonHint")}
        maxLength={500}
        autoComplete="off"
        error={said?.field === "reason" ? said.text : undefined}
      />
    </ConfirmDialog>
  );
}
