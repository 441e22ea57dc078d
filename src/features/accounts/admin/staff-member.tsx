/** One of the staff: role, how they sign in, and where they are signed in. */

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { LogLink } from "#ui/log-link.tsx";
import { roleKey } from "../rules/rights.ts";
import type { StaffMember } from "../server/list-staff.ts";
import { ChangeRole } from "./staff-change.tsx";
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
