/** /admin/staff: who works in the back office, where they are signed in, who is invited, and for owners the ways to change that. */

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { StaffInvitations } from "#features/accounts/admin/staff-invitations.tsx";
import { StaffInvite } from "#features/accounts/admin/staff-invite.tsx";
import { StaffMemberCard } from "#features/accounts/admin/staff-member.tsx";
import { actorOf } from "#features/accounts/server/admin-of.ts";
import { proofNeeded } from "#features/accounts/server/ask-proof.ts";
import { requireAdmin } from "#features/accounts/server/find-visitor.ts";
import { listStaff } from "#features/accounts/server/list-staff.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { actOnStaff } from "./staff-acts.ts";

export const handle = {
  words: ["admin-people"],
  failures: { load: "admin:notLoaded.staff", send: "admin-people:staff.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireAdmin(context, request);
  const listed = await listStaff(ctx, actorOf(visitor), visitor.sessionId).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the staff could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  return data({ list: listed?.value, locale: localeOf(context) }, { status: listed ? 200 : 503 });
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
