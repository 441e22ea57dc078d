/** One of the staff: role, how they sign in, and where they are signed in. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { LogLink } from "#ui/log-link.tsx";
import { roleKey } from "../rules/rights.ts";
import type { StaffMember } from "../server/list-staff.ts";
import type { StaffReply } from "./staff-reply.ts";
import { RoleField, useStaffRefusal } from "./staff-role-field.tsx";
import { StaffSessions } from "./staff-sessions.tsx";

export function StaffMemberCard({ member }: { member: StaffMember }) {
  const { t } = useTranslation("admin-people");
  const { date } = useFormat();
  const [isChanging, setChanging] = useState(false);
  const { id, email, role, since, hasSecondFactor, lastSignIn, isSelf } = member;
  const name = `${member.firstName} ${member.lastName}`.trim();
  return (
    <section className="admin-card" aria-labelledby={`staff-${id} staff-${id}-email`}>
      <div className="admin-card-body grid gap-3">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <h2 id={`staff-${id}`} className="admin-h2 flex flex-wrap items-center gap-x-3 gap-y-1">
              {name}
              <Badge tone={role === "owner" ? "completed" : "draft"}>{t(`staff.roles.${roleKey(role)}`)}</Badge>
              {isSelf && <Badge tone="active">{t("staff.you")}</Badge>}
            </h2>
            <p id={`staff-${id}-email`}>
              <EmailText address={email} />
            </p>
          </div>
          <div className="flex items-center gap-2">
            <LogLink subject={id} named={name} />
            <Allowed right="staff.write">
              <Button variant="outline" size="sm" aria-label={t("staff.changeNamed", { name })} onClick={() => setChanging(true)}>
                {t("staff.change")}
              </Button>
            </Allowed>
          </div>
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
          <li className={hasSecondFactor ? undefined : "text-danger-text"}>
            {t(hasSecondFactor ? "staff.factorOn" : "staff.factorOff")}
          </li>
          <li>
            {lastSignIn
              ? t("staff.lastSignIn", { when: `${date(lastSignIn, "short")}, ${date(lastSignIn, "time")}` })
              : t("staff.neverSignedIn")}
          </li>
          <li>{t("staff.since", { when: date(since, "short") })}</li>
        </ul>
        <StaffSessions member={member} name={name} />
      </div>
      <ChangeRole member={member} name={name} open={isChanging} onClose={() => setChanging(false)} />
    </section>
  );
}

type Props = { member: Pick<StaffMember, "id" | "role">; name: string; open: boolean; onClose: () => void };

/** Asks for the new role of somebody of the staff. */
function ChangeRole({ member: { id, role }, name, open, onClose }: Props) {
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
