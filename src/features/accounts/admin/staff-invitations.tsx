/** Asks whom to invite to the staff, and as what; and who is invited and has not come yet. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { Locale } from "#shared/locale.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { roleKey } from "../rules/rights.ts";
import type { ListedInvitation } from "../server/list-staff.ts";
import type { StaffReply } from "./staff-role-field.tsx";
import { RoleField, useStaffRefusal } from "./staff-role-field.tsx";

const TONES = { waiting: "draft", sent: "active", expired: "cancelled" } as const;

export function StaffInvitations({ invitations }: { invitations: readonly ListedInvitation[] }) {
  return (
    <ul className="grid">
      {invitations.map((invitation) => (
        <Row key={invitation.email} invitation={invitation} />
      ))}
    </ul>
  );
}

function Row({ invitation: { id, email, role, state, expiresAt } }: { invitation: ListedInvitation }) {
  const { t } = useTranslation("admin-people");
  const { date } = useFormat();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[560]">
          <span className="wrap-anywhere">{email}</span>
          <Badge tone={TONES[state]}>{t(`staff.inviteStates.${state}`)}</Badge>
        </p>
        <p className="admin-note">
          {t("staff.invitedAs", { role: t(`staff.roles.${roleKey(role)}`), when: date(expiresAt, "short") })}
        </p>
      </div>
      <Allowed right="staff.write">
        {state !== "waiting" && <Act intent="again" id={id} email={email} />}
        <Act intent="take-back" id={id} email={email} />
      </Allowed>
    </li>
  );
}

const WORDS = {
  again: { label: "staff.again", named: "staff.againNamed", done: "staff.invited" },
  "take-back": { label: "staff.takeBack", named: "staff.takeBackNamed", done: "staff.takenBack" },
} as const;

function Act({ intent, id, email }: { intent: keyof typeof WORDS; id: string; email: string }) {
  const { t } = useTranslation("admin-people");
  const fetcher = useFetcher<StaffReply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) return toastSuccess(t(WORDS[intent].done));
    toastError(error === "failed" ? t("staff.failed") : t(`staff.refusals.${error}`));
  });
  return (
    <fetcher.Form method="post" {...(intent === "again" && { "data-needs-proof": "" })}>
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="outline"
        size="sm"
        busy={fetcher.state !== "idle"}
        aria-label={t(WORDS[intent].named, { email })}
      >
        {t(WORDS[intent].label)}
      </Button>
    </fetcher.Form>
  );
}

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
