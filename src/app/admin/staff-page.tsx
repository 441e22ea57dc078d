/** /admin/staff: who works in the back office, where they are signed in, who is invited, and for owners the ways to change that. */
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { StaffInvitations } from "#features/accounts/admin/staff-invitations.tsx";
import { StaffInvite } from "#features/accounts/admin/staff-invite.tsx";
import { StaffMemberCard } from "#features/accounts/admin/staff-member.tsx";
import { STAFF_INTENTS, type StaffIntent, type StaffRefusal } from "#features/accounts/admin/staff-reply.ts";
import { isRole } from "#features/accounts/rules/rights.ts";
import type { Actor } from "#features/accounts/server/actor.ts";
import { readOrLog } from "#features/accounts/server/admin-call.ts";
import { actorOf } from "#features/accounts/server/admin-of.ts";
import { proofNeeded } from "#features/accounts/server/ask-proof.ts";
import { changeRole } from "#features/accounts/server/change-role.ts";
import { endStaffSessions } from "#features/accounts/server/end-staff-sessions.ts";
import { requireAdmin } from "#features/accounts/server/find-visitor.ts";
import { inviteAgain, inviteStaff, takeBackInvitation } from "#features/accounts/server/invite-staff.ts";
import { listStaff } from "#features/accounts/server/list-staff.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { isLocale } from "#shared/locale.ts";
import type { Result } from "#shared/result.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";

export const handle = {
  messages: ["admin-people"],
  failures: { load: "admin:notLoaded.staff", send: "admin-people:staff.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireAdmin(context, request);
  const list = await readOrLog(ctx, listStaff(ctx, actorOf(visitor), visitor.sessionId), "the staff could not be listed");
  return data({ list, locale: localeOf(context) }, { status: list ? 200 : 503 });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = actorOf(await requireAdmin(context, request));
  const form = await readFields(request);
  const acted = await actOnStaff(ctx, actor, form);
  if (!acted) throw redirect("/admin/staff");
  const { intent, error, became } = acted;
  if (error === "forbidden") throw notAllowed();
  if (error === "proof_needed") throw proofNeeded(request, form);
  const isMissing = error === "email_invalid" || error === "reason_needed";
  return data(
    { intent, error, became },
    { status: error === undefined ? 200 : error === "failed" ? 503 : isMissing ? 422 : 409 },
  );
}

export default function StaffPage() {
  const { list, locale } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["admin-people", "admin"]);
  const [isInviting, setInviting] = useState(false);
  return (
    <AdminPage
      title={t("staff.title")}
      subtitle={t("staff.subtitle")}
      actions={
        <Allowed right="staff.write">
          <Button size="sm" icon={<UserPlus size={18} strokeWidth={1.6} aria-hidden="true" />} onClick={() => setInviting(true)}>
            {t("staff.invite")}
          </Button>
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

type Acted = {
  readonly intent: StaffIntent;
  readonly error: StaffRefusal | undefined;
  readonly became: "proposed" | "done" | undefined;
};
/** Undefined for a form that is none of the page's. */
async function actOnStaff(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Acted | undefined> {
  const intent = STAFF_INTENTS.find((known) => known === form.get("intent"));
  if (!intent) return undefined;
  const done = await act(ctx, actor, intent, form).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the staff could not be changed");
    return { ok: false, error: "failed" } as const;
  });
  if (!done) return undefined;
  if (!done.ok) return { intent, error: done.error, became: undefined };
  return { intent, error: undefined, became: done.value === "proposed" ? "proposed" : "done" };
}

async function act(
  ctx: Ctx,
  actor: Actor,
  intent: StaffIntent,
  form: URLSearchParams,
): Promise<Result<unknown, Exclude<StaffRefusal, "failed">> | undefined> {
  const id = form.get("id") ?? "";
  // PostgreSQL's text holds no NUL.
  const reason = (form.get("reason") ?? "").replaceAll("\0", "");
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
