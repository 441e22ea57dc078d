/** All users, with search, and dialogs to delete, exclude, or reset a second factor. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { type AdminCall, adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { nameOf, UsersTable } from "#features/staff/admin/users-table.tsx";
import { proposeFactorReset } from "#features/staff/server/team/reset-second-factor.ts";
import { listUsers, USER_SORTS, USERS_PER_PAGE } from "#features/staff/server/users/list-users.ts";
import { readFields } from "#platform/request/body.server.ts";
import type { ctxOf } from "#platform/request/request.server.ts";
import { AdminNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { refuse } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { deleteUser } from "../../server/players/delete-user.ts";
import type { Route } from "./+types/users-page.ts";
import { useUserDone } from "./user-done.ts";
import { StartExclusionDialog } from "./user-exclusion.tsx";
import { startExclusionFromForm, readUsersForm } from "./users-actions.server.ts";
import { DeleteUserDialog, type DeletionReply, type FactorReply, ResetFactorDialog } from "./users-dialogs.tsx";

export const handle = {
  messages: ["admin-people", "admin-approvals"],
  failures: {
    load: "admin:notLoaded.users",
    send: {
      delete: "admin-people:users.deleteFailed",
      rest: "admin-people:users.restFailed",
      "reset-factor": "admin-people:users.factorFailed",
    },
  },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const query = readListQuery(search, USER_SORTS, { sort: "joined", descending: true });
  const listed = await readOrLog(ctx, listUsers(ctx, actor, query), "the users could not be listed");
  return data({ query, list: listed }, { status: listed ? 200 : 503 });
}

/** The HTTP status of each refusal. */
function statusOf(error: string): number {
  if (error === "failed") return 503;
  return error === "reason_needed" ? 422 : 409;
}

/** Proposes the reset to a second administrator, or resets at once without one. */
async function resetFactor(
  ctx: ReturnType<typeof ctxOf>,
  actor: AdminCall["actor"],
  { request, form, submission }: Parameters<typeof startExclusionFromForm>[2],
) {
  const { userId, reason } = submission.value;
  const proposed = await runAction(
    { ctx, request, form },
    proposeFactorReset(ctx, actor, { userId, reason }),
    "a second factor could not be reset",
  );
  if (proposed.ok) return data<FactorReply>({ intent: "reset-factor", became: proposed.value });
  const { error } = proposed;
  const hasOwnText = error === "needs_two" || error === "already_proposed" || error === "reason_needed";
  const refused = refuse(submission, hasOwnText ? error : "failed", { reason_needed: "reason" });
  const status = statusOf(error);
  return data<FactorReply>({ intent: "reset-factor", refused }, { status });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = readUsersForm(form);
  if (submission.status !== "success") throw redirect("/admin/users");
  const sent = { request, form, submission };
  if (submission.value.intent === "rest") return startExclusionFromForm(ctx, actor, sent);
  if (submission.value.intent === "reset-factor") return resetFactor(ctx, actor, sent);
  const { userId, reason, forGood } = submission.value;
  const deleted = await runAction(
    { ctx, request, form },
    deleteUser(ctx, actor, userId, { reason, forGood: forGood !== "" }),
    "a user could not be deleted",
  );
  if (deleted.ok) return data<DeletionReply>({ intent: "delete", became: deleted.value });
  const status = statusOf(deleted.error);
  const refused = refuse(submission, deleted.error, { reason_needed: "reason" });
  return data<DeletionReply>({ intent: "delete", refused }, { status });
}

function Counters({ total, today }: { total: number; today: number }) {
  const { t } = useTranslation("admin-people");
  const { number } = useFormat();
  return (
    <div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {[
          { label: t("users.total"), value: total },
          { label: t("users.activeToday"), value: today },
        ].map(({ label, value }) => (
          <div key={label} className="flex items-baseline gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-lg font-[600]">{number(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="type-small">{t("users.activeTodayMeans")}</p>
    </div>
  );
}

export default function AdminUsersPage({ loaderData: { query, list } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-people");
  const find = (id: string) => {
    const user = list?.users.find((each) => each.id === id);
    return user && { id, name: nameOf(user) };
  };
  const [userToDelete, setUserToDelete] = useDialogSubject("delete", find);
  const [userToReset, setUserToReset] = useDialogSubject("reset-factor", find);
  const [userToExclude, setUserToExclude] = useDialogSubject("rest", find);
  return (
    <AdminPage title={t("users.title")} subtitle={t("users.subtitle")} done={useUserDone()}>
      {list ? (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-x-8 gap-y-3">
            <SearchBox label={t("users.search")} value={query.q} />
            <Counters total={list.total} today={list.today} />
          </div>
          <AdminCard flush>
            <UsersTable
              users={list.users}
              sorted={{ by: query.sort, descending: query.descending }}
              empty={<EmptyState title={t("users.none")} />}
              onDelete={setUserToDelete}
              onResetFactor={setUserToReset}
              onExclude={setUserToExclude}
            />
            <Pagination page={query.page} perPage={USERS_PER_PAGE} total={list.found} />
          </AdminCard>
          <DeleteUserDialog user={userToDelete} onClose={() => setUserToDelete(undefined)} />
          <ResetFactorDialog user={userToReset} onClose={() => setUserToReset(undefined)} />
          <StartExclusionDialog user={userToExclude} onClose={() => setUserToExclude(undefined)} />
        </>
      ) : (
        <AdminNotLoaded what="users" />
      )}
    </AdminPage>
  );
}
