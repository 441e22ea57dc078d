/** /admin/staff: members of the staff, their sessions and open invitations; owners can change them. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { isRole } from "#features/access/rules/rights.ts";
import { type Actor, actorOf } from "#features/access/server/actor.ts";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { endStaffSessions } from "#features/accounts/server/sessions/end-sessions.ts";
import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { isLocale } from "#shared/language/locale.ts";
import type { Result } from "#shared/result.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { UserPlus } from "#ui/icons.ts";
import { changeRole } from "../server/team/change-role.ts";
import { inviteAgain, inviteStaff, takeBackInvitation } from "../server/team/invite-staff.ts";
import { listStaff } from "../server/team/list-staff.ts";
import type { Route } from "./+types/staff-page.ts";
import { STAFF_INTENTS, type StaffRefusal, type StaffReply, useStaffDone } from "./staff-forms.tsx";
import { StaffInvitations, StaffInvite } from "./staff-invitations.tsx";
import { StaffMemberCard } from "./staff-member.tsx";

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

const schema = z.object({
  intent: z.enum(STAFF_INTENTS),
  id: typedText,
  session: typedText,
  email: typedText,
  from: typedText,
  role: typedText,
  locale: typedText,
  reason: typedText,
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  const acting = submission.status === "success" && act(ctx, actor, submission.value);
  if (!acting) throw redirect("/admin/staff");
  const { intent } = submission.value;
  const result = await runAction({ ctx, request, form }, acting, "the staff could not be changed");
  if (result.ok) return data<StaffReply>({ intent, became: result.value === "proposed" ? "proposed" : "done" });
  const { error } = result;
  const isMissing = error === "email_invalid" || error === "reason_needed";
  const refused = refuse(submission, error, { email_invalid: "email", reason_needed: "reason" });
  return data<StaffReply>({ intent, refused }, { status: error === "failed" ? 503 : isMissing ? 422 : 409 });
}

export default function StaffPage({ loaderData: { list, locale } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-people", "admin"]);
  const [isInviting, setInviting] = useDialogOpen("invite");
  return (
    <AdminPage
      title={t("staff.title")}
      subtitle={t("staff.subtitle")}
      done={useStaffDone()}
      actions={
        <Allowed right="staff.write">
          <DialogButton
            dialog="invite"
            size="sm"
            icon={<UserPlus size={18} strokeWidth={1.6} aria-hidden="true" />}
            onOpen={() => setInviting(true)}
          >
            {t("staff.invite")}
          </DialogButton>
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

/** Calls the use-case of the form's intent. Undefined if a field is malformed. */
function act(
  ctx: Ctx,
  actor: Actor,
  { intent, id, session, email, from, role, locale, reason }: z.output<typeof schema>,
): Promise<Result<unknown, Exclude<StaffRefusal, "failed">>> | undefined {
  if (intent === "again") return inviteAgain(ctx, actor, id);
  if (intent === "take-back") return takeBackInvitation(ctx, actor, id);
  if (intent === "sign-out") return endStaffSessions(ctx, actor, { userId: id, sessionId: session || undefined });
  if (intent === "invite") {
    if (!isRole(role) || !isLocale(locale)) return undefined;
    return inviteStaff(ctx, actor, { email, role, locale, reason });
  }
  if (!isRole(from) || !(role === "none" || isRole(role))) return undefined;
  return changeRole(ctx, actor, { userId: id, from, to: role === "none" ? undefined : role, reason });
}
