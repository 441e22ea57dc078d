/** /admin/staff: who works in the back office, where they are signed in, who is invited, and for owners the ways to change that. */
import { UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import {
  STAFF_INTENTS,
  STAFF_TYPED,
  type StaffIntent,
  type StaffRefusal,
  type StaffReply,
  useStaffDone,
} from "#features/accounts/admin/staff-forms.tsx";
import { StaffInvitations, StaffInvite } from "#features/accounts/admin/staff-invitations.tsx";
import { StaffMemberCard } from "#features/accounts/admin/staff-member.tsx";
import { isRole } from "#features/accounts/rules/rights.ts";
import { type Actor, actorOf } from "#features/accounts/server/actor.ts";
import { adminCall, carryOut, readOrLog } from "#features/accounts/server/admin-call.ts";
import { changeRole } from "#features/accounts/server/change-role.ts";
import { endStaffSessions } from "#features/accounts/server/end-sessions.ts";
import { requireAdmin } from "#features/accounts/server/find-visitor.ts";
import { inviteAgain, inviteStaff, takeBackInvitation } from "#features/accounts/server/invite-staff.ts";
import { listStaff } from "#features/accounts/server/list-staff.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { isLocale } from "#shared/locale.ts";
import type { Result } from "#shared/result.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { AskButton, typedIn, useAsked } from "#ui/feedback/asked.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/staff-page.ts";

export const handle = {
  messages: ["admin-people"],
  failures: { load: "admin:notLoaded.staff", send: "admin-people:staff.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireAdmin(context, request);
  const list = await readOrLog(ctx, listStaff(ctx, actorOf(visitor), visitor.sessionId), "the staff could not be listed");
  return data({ list, locale: localeOf(context) }, { status: list ? 200 : 503 });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const intent = STAFF_INTENTS.find((known) => known === form.get("intent"));
  const acting = intent && act(ctx, actor, intent, form);
  if (!acting) throw redirect("/admin/staff");
  const acted = await carryOut({ ctx, request, form }, acting, "the staff could not be changed");
  if (acted.ok) return data<StaffReply>({ intent, error: undefined, became: acted.value === "proposed" ? "proposed" : "done" });
  const { error } = acted;
  const isMissing = error === "email_invalid" || error === "reason_needed";
  const typed = typedIn(form, STAFF_TYPED);
  return data<StaffReply>(
    { intent, error, became: undefined, typed },
    { status: error === "failed" ? 503 : isMissing ? 422 : 409 },
  );
}

export default function StaffPage({ loaderData: { list, locale } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-people", "admin"]);
  const [isInviting, setInviting] = useAsked("invite");
  return (
    <AdminPage
      title={t("staff.title")}
      subtitle={t("staff.subtitle")}
      done={useStaffDone()}
      actions={
        <Allowed right="staff.write">
          <AskButton
            ask="invite"
            size="sm"
            icon={<UserPlus size={18} strokeWidth={1.6} aria-hidden="true" />}
            onAsk={() => setInviting(true)}
          >
            {t("staff.invite")}
          </AskButton>
        </Allowed>
      }
    >
      {list ? (
        <div className="grid gap-4">
          {list.invitations.length > 0 && (
            <AdminCard title={t("staff.invitations")}>
              <StaffInvitations invitations={list.invitations} />
            </AdminCard>
          )}
          {list.staff.map((member) => (
            <StaffMemberCard key={member.id} member={member} />
          ))}
          <StaffInvite open={isInviting} onClose={() => setInviting(false)} locale={locale} />
        </div>
      ) : (
        <ErrorState level={2} title={t("admin:notLoaded.staff")} message="" />
      )}
    </AdminPage>
  );
}

/** Undefined for a form that is none of the page's. */
function act(
  ctx: Ctx,
  actor: Actor,
  intent: StaffIntent,
  form: URLSearchParams,
): Promise<Result<unknown, Exclude<StaffRefusal, "failed">>> | undefined {
  const id = form.get("id") ?? "";
  const reason = form.get("reason") ?? "";
  const role = form.get("role") ?? "";
  if (intent === "again") return inviteAgain(ctx, actor, id);
  if (intent === "take-back") return takeBackInvitation(ctx, actor, id);
  if (intent === "sign-out") return endStaffSessions(ctx, actor, { userId: id, sessionId: form.get("session") ?? undefined });
  if (intent === "invite") {
    const locale = form.get("locale");
    if (!isRole(role) || !isLocale(locale)) return undefined;
    return inviteStaff(ctx, actor, { email: form.get("email") ?? "", role, locale, reason });
  }
  const from = form.get("from") ?? "";
  if (!isRole(from) || !(role === "none" || isRole(role))) return undefined;
  return changeRole(ctx, actor, { userId: id, from, to: role === "none" ? undefined : role, reason });
}
