/** Where one of the staff is signed in, and the ways to end that. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { StaffMember, StaffSession } from "../server/list-staff.ts";
import type { StaffReply } from "./staff-reply.ts";

export function StaffSessions({ member: { id, sessions }, name }: { member: StaffMember; name: string }) {
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
          <End userId={id} label={t("staff.endAll")} />
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
          <End userId={userId} session={session.id} label={t("staff.end")} named={t("staff.endNamed", { device, name })} />
        </Allowed>
      )}
    </li>
  );
}

function End({ userId, session, label, named }: { userId: string; session?: string; label: string; named?: string }) {
  const { t } = useTranslation("admin-people");
  const fetcher = useFetcher<StaffReply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) return toastSuccess(t("staff.ended"));
    toastError(error === "failed" ? t("staff.failed") : t(`staff.refusals.${error}`));
  });
  return (
    <fetcher.Form method="post" data-needs-proof="">
      <input type="hidden" name="id" value={userId} />
      {session !== undefined && <input type="hidden" name="session" value={session} />}
      <Button
        type="submit"
        name="intent"
        value="sign-out"
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
