import { useTranslation } from "react-i18next";
import { roleKey } from "#features/access/rules/rights.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { DialogButton, useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { LogLink } from "#ui/log-link.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import type { StaffMember, StaffSession } from "../server/team/list-staff.ts";
import { RoleField, StaffAction, StaffDialog } from "./staff-forms.tsx";

/** A member of the staff with role, sessions and the button that changes the role. */
export function StaffMemberCard({ member }: { member: StaffMember }) {
  const { t } = useTranslation("admin-people");
  const { date } = useFormat();
  const { id, email, role, since, hasSecondFactor, lastSignIn, hasSignedIn, isSelf } = member;
  const [openFor, setOpenFor] = useDialogSubject("role", (userId) => (userId === id ? userId : undefined));
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
              <DialogButton
                dialog={`role:${id}`}
                variant="outline"
                size="sm"
                aria-label={t("staff.changeNamed", { name })}
                onOpen={() => setOpenFor(id)}
              >
                {t("staff.change")}
              </DialogButton>
            </Allowed>
          </div>
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
          <li className={hasSecondFactor ? undefined : "text-danger-text"}>
            {t(hasSecondFactor ? "staff.factorOn" : "staff.factorOff")}
          </li>
          {lastSignIn && <li>{t("staff.lastSignIn", { when: `${date(lastSignIn, "short")}, ${date(lastSignIn, "time")}` })}</li>}
          {!hasSignedIn && <li>{t("staff.neverSignedIn")}</li>}
          <li>{t("staff.since", { when: date(since, "short") })}</li>
        </ul>
        <StaffSessions member={member} name={name} />
      </div>
      <ChangeRole member={member} name={name} open={openFor !== undefined} onClose={() => setOpenFor(undefined)} />
    </section>
  );
}

type Props = { member: Pick<StaffMember, "id" | "role">; name: string; open: boolean; onClose: () => void };

/** Dialog that changes or removes the role. */
function ChangeRole({ member: { id, role }, name, open, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  return (
    <StaffDialog
      open={open}
      onClose={onClose}
      title={t("staff.changeTitle", { name })}
      description={t("staff.changeText", { name })}
      confirmLabel={t("staff.change")}
      intent="role"
      fields={{ id }}
      reasonId={`reason-${id}`}
    >
      {(form) => (
        <>
          {/* Not in `fields`, which identify the form of a reply: the role may have changed in the meantime. */}
          <input type="hidden" name="from" value={role} />
          <RoleField id={`role-${id}`} label={t("staff.newRole")} form={form} value={role} withNone />
        </>
      )}
    </StaffDialog>
  );
}

/** The member's sessions, with buttons that end them. */
function StaffSessions({ member: { id, sessions }, name }: { member: StaffMember; name: string }) {
  const { t } = useTranslation("admin-people");
  const { number } = useFormat();
  if (sessions.length === 0) return <p className="text-muted">{t("staff.noSessions")}</p>;
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {t("staff.sessions", { count: sessions.length, n: number(sessions.length) })}
      </summary>
      <ul className="grid">
        {sessions.map((session) => (
          <Session key={session.id} session={session} userId={id} name={name} />
        ))}
      </ul>
      {sessions.length > 1 && sessions.every(({ isCurrent }) => !isCurrent) && (
        <Allowed right="staff.write">
          <StaffAction intent="sign-out" fields={{ id }} label={t("staff.endAll")} />
        </Allowed>
      )}
    </details>
  );
}

function Session({ session, userId, name }: { session: StaffSession; userId: string; name: string }) {
  const { t } = useTranslation("admin-people");
  const { date } = useFormat();
  const { browser, system, isProgram, isCurrent, network } = session;
  const device =
    isProgram && !browser
      ? t("staff.program")
      : t("staff.sessionOn", {
          browser: browser ?? t("staff.unknownBrowser"),
          system: system ?? t("staff.unknownSystem"),
        });
  const when = { since: date(session.since, "short"), last: date(session.lastUsed, "short") };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[520]">
          {device}
          {isCurrent && <Badge tone="active">{t("staff.current")}</Badge>}
        </p>
        <p className="admin-note">
          {network === "" ? t("staff.sessionFactsNoPlace", when) : t("staff.sessionFacts", { network, ...when })}
        </p>
      </div>
      {!isCurrent && (
        <Allowed right="staff.write">
          <StaffAction
            intent="sign-out"
            fields={{ id: userId, session: session.id }}
            label={t("staff.end")}
            named={t("staff.endNamed", { device, name })}
          />
        </Allowed>
      )}
    </li>
  );
}
