import { useTranslation } from "react-i18next";
import { roleKey } from "#features/access/rules/rights.ts";
import type { Locale } from "#shared/language/locale.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { EmailField } from "#ui/fields/text-field.tsx";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { ListedInvitation } from "../server/team/list-staff.ts";
import { RoleField, StaffAction, StaffDialog } from "./staff-forms.tsx";

/** Colour of the badge by state. */
const TONES = { waiting: "draft", sent: "active", expired: "cancelled" } as const;

/** List of open invitations. */
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
        {state !== "waiting" && (
          <StaffAction intent="again" fields={{ id }} label={t("staff.again")} named={t("staff.againNamed", { email })} />
        )}
        <StaffAction
          intent="take-back"
          fields={{ id }}
          label={t("staff.takeBack")}
          named={t("staff.takeBackNamed", { email })}
          needsReauth={false}
        />
      </Allowed>
    </li>
  );
}

/** Dialog that invites a person to the staff. `locale`: language of the mail, by default the page's. */
export function StaffInvite({ open, onClose, locale }: { open: boolean; onClose: () => void; locale: Locale }) {
  const { t } = useTranslation("admin-people");
  const languages = useLanguageOptions();
  return (
    <StaffDialog
      open={open}
      onClose={onClose}
      title={t("staff.inviteTitle")}
      description={t("staff.inviteText")}
      confirmLabel={t("staff.send")}
      tone="plain"
      intent="invite"
      reasonId="invite-reason"
    >
      {(form) => (
        <>
          <EmailField {...form.field("email")} id="invite-email" label={t("staff.email")} autoComplete="off" required />
          <RoleField id="invite-role" label={t("staff.role")} form={form} value="support" />
          <SelectField {...form.field("locale", locale)} id="invite-locale" label={t("staff.language")} options={languages} />
        </>
      )}
    </StaffDialog>
  );
}
