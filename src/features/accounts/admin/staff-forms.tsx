/** What the forms of the staff page share: the button that acts at once, the dialog that asks, choosing a role, and what they are answered. */
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "#ui/button.tsx";
import { type Typed, useTypedBefore } from "#ui/feedback/asked.tsx";
import { ConfirmDialog, ReasonField } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { ROLES, roleKey } from "../rules/rights.ts";
import type { ChangeRoleError } from "../server/change-role.ts";
import type { EndStaffError } from "../server/end-sessions.ts";
import type { InvitationError, InviteError } from "../server/invite-staff.ts";

type Props = { id: string; label: string; value: string; withNone?: boolean };

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

function useRefusalText() {
  const { t } = useTranslation("admin-people");
  return (error: NonNullable<StaffReply["error"]>) => (error === "failed" ? t("staff.failed") : t(`staff.refusals.${error}`));
}

type ActProps = {
  intent: StaffIntent;
  /** Sent unseen. */
  fields: Readonly<Record<string, string>>;
  label: string;
  /** What it is called for those who cannot see where it stands. */
  named?: string | undefined;
  needsProof?: boolean;
};

/** Acts at once, and says what came of it. */
export function StaffAct({ intent, fields, label, named, needsProof = true }: ActProps) {
  const fetcher = useFetcher<StaffReply>();
  const textOf = useRefusalText();
  const done = useStaffDone();
  useReply(fetcher, (reply) => (reply.error === undefined ? toastSuccess(done(reply)) : toastError(textOf(reply.error))));
  return (
    <fetcher.Form method="post" {...(needsProof && { "data-needs-proof": "" })}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="outline"
        size="sm"
        busy={fetcher.state !== "idle"}
        aria-label={named}
      >
        {label}
      </Button>
    </fetcher.Form>
  );
}

type DialogProps = Pick<ComponentProps<typeof ConfirmDialog>, "open" | "title" | "description" | "confirmLabel" | "tone"> & {
  /** Sent unseen. */
  fields: { readonly intent: "role" | "invite"; readonly id?: string; readonly from?: string };
  onClose: () => void;
  reasonId: string;
  /** The fields before the reason, told what is wrong with an address, and what was typed before. */
  children: (emailError: string | undefined, typed: StaffTyped | undefined) => ReactNode;
};

/** Asks for a change and its reason, and says what came of it; some wait for a second owner. */
export function StaffDialog({ onClose, reasonId, children, ...asked }: DialogProps) {
  const { t } = useTranslation("admin-people");
  const done = useStaffDone();
  const { intent, id } = asked.fields;
  const before = useTypedBefore<keyof StaffTyped>(intent);
  const typed = before?.id === id ? before : undefined;
  const fetcher = useFetcher<StaffReply>();
  const textOf = useRefusalText();
  useReply(fetcher, (reply) => {
    if (reply.error !== undefined) return;
    onClose();
    toastSuccess(done(reply));
  });
  const answer = useAnswer(fetcher, intent, asked.open);
  const error = fetcher.state === "idle" ? answer?.error : undefined;
  const text = error && textOf(error);
  return (
    <ConfirmDialog {...asked} onOpenChange={(isOpen) => !isOpen && onClose()} fetcher={fetcher} needsProof>
      {text && error !== "email_invalid" && error !== "reason_needed" && <Note tone="danger" role="alert" title={text} />}
      {children(error === "email_invalid" ? text : undefined, typed)}
      <ReasonField
        id={reasonId}
        defaultValue={typed?.reason}
        label={t("staff.reason")}
        hint={t("staff.reasonHint")}
        error={error === "reason_needed" ? text : undefined}
      />
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

/** What came of a form that was not refused. */
export function useStaffDone(): (reply: StaffReply) => string {
  const { t } = useTranslation("admin-people");
  return ({ intent, became }) => t(became === "proposed" ? "staff.proposed" : DONE[intent]);
}

export const STAFF_INTENTS = ["role", "sign-out", "invite", "again", "take-back"] as const;
export type StaffIntent = (typeof STAFF_INTENTS)[number];
export type StaffRefusal = ChangeRoleError | EndStaffError | InviteError | InvitationError | "failed";

/** Without `error` it is done, or waits for a second owner. The two refusals that are missing are said by the frame. */
export type StaffReply = {
  readonly intent: StaffIntent;
  readonly error: Exclude<StaffRefusal, "forbidden" | "proof_needed"> | undefined;
  readonly became: "proposed" | "done" | undefined;
  readonly typed?: StaffTyped;
};

export const STAFF_TYPED = ["id", "email", "role", "locale", "reason"] as const;
type StaffTyped = Typed<(typeof STAFF_TYPED)[number]>;
