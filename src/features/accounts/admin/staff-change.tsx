/** Asks for the new role of somebody of the staff. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import type { StaffMember } from "../server/list-staff.ts";
import type { StaffReply } from "./staff-reply.ts";
import { RoleField, useStaffRefusal } from "./staff-role-field.tsx";

type Props = { member: Pick<StaffMember, "id" | "role">; name: string; open: boolean; onClose: () => void };

export function ChangeRole({ member: { id, role }, name, open, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  const fetcher = useFetcher<StaffReply>();
  const said = useStaffRefusal(fetcher);
  useReply(fetcher, ({ error, became }) => {
    if (error !== undefined) return;
    onClose();
    toastSuccess(t(became === "proposed" ? "staff.proposed" : "staff.changed"));
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("staff.changeTitle", { name })}
      description={t("staff.changeText", { name })}
      confirmLabel={t("staff.change")}
      fetcher={fetcher}
      needsProof
      fields={{ intent: "role", id, from: role }}
    >
      {said && said.field === undefined && <Note tone="danger" role="alert" title={said.text} />}
      <RoleField id={`role-${id}`} label={t("staff.newRole")} value={role} withNone />
      <TextField
        id={`reason-${id}`}
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
