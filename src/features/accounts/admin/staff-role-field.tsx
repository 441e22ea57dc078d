/** What the forms of the staff page share: choosing a role, what they are answered, and what is said where a change was refused. */
import { useTranslation } from "react-i18next";
import type { FetcherWithComponents } from "react-router";
import { SelectField } from "#ui/fields/select-field.tsx";
import { ROLES, type Role, roleKey } from "../rules/rights.ts";
import type { ChangeRoleError } from "../server/change-role.ts";
import type { EndStaffError } from "../server/end-sessions.ts";
import type { InvitationError, InviteError } from "../server/invite-staff.ts";

type Props = { id: string; label: string; value: Role; withNone?: boolean };

/** Of an owner's role somebody else may have to be asked; the reply says so. */
export function RoleField({ id, label, value, withNone = false }: Props) {
  const { t } = useTranslation("admin-people");
  const roles = ROLES.map((role) => ({
    value: role,
    label: `${t(`staff.roles.${roleKey(role)}`)} – ${t(`staff.roleTexts.${roleKey(role)}`)}`,
  }));
  return (
    <SelectField
      id={id}
      name="role"
      label={label}
      defaultValue={value}
      options={withNone ? [...roles, { value: "none", label: t("staff.none") }] : roles}
    />
  );
}

/** Why the last press came to nothing, and at which field that is said. */
export function useStaffRefusal({
  state,
  data,
}: Pick<FetcherWithComponents<StaffReply>, "state" | "data">):
  | { text: string; field: "email" | "reason" | undefined }
  | undefined {
  const { t } = useTranslation("admin-people");
  const error = state === "idle" ? data?.error : undefined;
  if (error === undefined) return undefined;
  const text = error === "failed" ? t("staff.failed") : t(`staff.refusals.${error}`);
  return { text, field: error === "email_invalid" ? "email" : error === "reason_needed" ? "reason" : undefined };
}

export const STAFF_INTENTS = ["role", "sign-out", "invite", "again", "take-back"] as const;
export type StaffIntent = (typeof STAFF_INTENTS)[number];
export type StaffRefusal = ChangeRoleError | EndStaffError | InviteError | InvitationError | "failed";

/** Without `error` it is done, or waits for a second owner. The two refusals that are missing are said by the frame. */
export type StaffReply = {
  readonly intent: StaffIntent;
  readonly error: Exclude<StaffRefusal, "forbidden" | "proof_needed"> | undefined;
  readonly became: "proposed" | "done" | undefined;
};
