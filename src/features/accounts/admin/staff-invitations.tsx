/** Who is invited to the staff and has not come yet. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { roleKey } from "../rules/rights.ts";
import type { ListedInvitation } from "../server/list-staff.ts";
import type { StaffReply } from "./staff-reply.ts";

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
