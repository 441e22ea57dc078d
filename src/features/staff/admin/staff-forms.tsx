/** Parts of the forms on /admin/staff. */
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ROLES, roleKey } from "#features/access/rules/rights.ts";
import type { EndStaffError } from "#features/accounts/server/sessions/end-sessions.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog, ReasonField } from "#ui/forms/confirm-dialog.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import type { ShopForm } from "#ui/forms/use-shop-form.tsx";
import type { ChangeRoleError } from "../server/team/change-role.ts";
import type { InvitationError, InviteError } from "../server/team/invite-staff.ts";

type Props = { id: string; label: string; form: ShopForm; value: string; withNone?: boolean };

/** Choice of a role. `withNone`: also "no role". */
export function RoleField({ id, label, form, value, withNone = false }: Props) {
  const { t } = useTranslation("admin-people");
  const roles = ROLES.map((role) => ({
    value: role,
    label: `${t(`staff.roles.${roleKey(role)}`)} – ${t(`staff.roleTexts.${roleKey(role)}`)}`,
  }));
  return (
    <SelectField
      {...form.field("role", value)}
      id={id}
      label={label}
      options={withNone ? [...roles, { value: "none", label: t("staff.none") }] : roles}
    />
  );
}

function useRefusalText() {
  const { t } = useTranslation("admin-people");
  return (error: CodeOf<StaffReply>) => (error === "failed" ? t("staff.failed") : t(`staff.refusals.${error}`));
}

type StaffActionProps = {
  intent: StaffIntent;
  fields: Readonly<Record<string, string>>;
  label: string;
  named?: string | undefined;
  needsReauth?: boolean;
};

/** A button that acts at once. `fields`: sent with it. `named`: accessible name that includes the person. */
export function StaffAction({ intent, fields, label, named, needsReauth = true }: StaffActionProps) {
  const say = useRefusalText();
  const done = useStaffDone();
  const button = { intent, fields, needsReauth, say, done };
  return (
    <ActionButton<StaffReply> {...button} variant="outline" size="sm" aria-label={named}>
      {label}
    </ActionButton>
  );
}

type DialogProps = Pick<
  ComponentProps<typeof ConfirmDialog<StaffReply>>,
  "open" | "onClose" | "title" | "description" | "confirmLabel" | "tone" | "fields"
> & {
  intent: "role" | "invite";
  reasonId: string;
  children: (form: ShopForm) => ReactNode;
};

/**
 * A dialog that confirms a change and takes a reason. A change of an owner's role may need approval; the
 * reply says so.
 */
export function StaffDialog({ reasonId, children, ...dialog }: DialogProps) {
  const { t } = useTranslation("admin-people");
  return (
    <ConfirmDialog<StaffReply> {...dialog} needsReauth say={useRefusalText()} done={useStaffDone()}>
      {(form) => (
        <>
          {children(form)}
          <ReasonField {...form.field("reason")} id={reasonId} label={t("staff.reason")} hint={t("staff.reasonHint")} />
        </>
      )}
    </ConfirmDialog>
  );
}

const DONE = {
  role: "staff.changed",
  "sign-out": "staff.ended",
  invite: "staff.invited",
  again: "staff.invited",
  "take-back": "staff.takenBack",
} as const;

/** The sentence after a successful action. */
export function useStaffDone(): (reply: StaffReply) => string {
  const { t } = useTranslation("admin-people");
  return ({ intent, became }) => t(became === "proposed" ? "staff.proposed" : DONE[intent]);
}

/** `again`: resends an invitation. `take-back`: withdraws it. */
export const STAFF_INTENTS = ["role", "sign-out", "invite", "again", "take-back"] as const;
export type StaffIntent = (typeof STAFF_INTENTS)[number];
export type StaffRefusal = ChangeRoleError | EndStaffError | InviteError | InvitationError | "failed";

/** The layout handles the two excluded refusals. `became`: the change waits for approval, or is done. */
export type StaffReply = FormReply<StaffIntent, Exclude<StaffRefusal, "forbidden" | "reauth_needed">> & {
  readonly became?: "proposed" | "done" | undefined;
};
