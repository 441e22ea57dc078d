/** Changes that need a second administrator: open proposals with their decision, and decided ones. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import type { Decision } from "#features/staff/rules/proposals.ts";
import { type ListedProposal, listProposals } from "#features/staff/server/approvals/list-proposals.ts";
import { listInvited } from "#features/staff/server/team/list-staff.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import type { Route } from "./+types/approvals-page.ts";
import { ApprovalCard, type ApprovalReply, DecisionResult } from "./approval-card.tsx";
import type { Approval } from "./approval.ts";
import { decide, type DecisionError } from "./approvals.server.ts";
import { readProposed } from "./proposed.server.ts";

export const handle = {
  messages: ["admin-approvals", "admin-draws", "admin-lotteries", "admin-people"],
  failures: { load: "admin:notLoaded.approvals" },
} satisfies PageMessages & PageFailures;

/**
 * Adds the names of the draws and people that the proposals are about. `viewer`: the id of the
 * administrator.
 */
async function describeProposals(ctx: Ctx, proposals: readonly ListedProposal[], viewer: string): Promise<readonly Approval[]> {
  const subjects = [...new Set(proposals.map(({ subjectId }) => subjectId))];
  const [draws, people, invited] = await Promise.all([
    listLotteriesById(ctx, subjects),
    listContacts(ctx, subjects),
    listInvited(ctx),
  ]);
  return proposals.map(({ payload, proposedBy, decidedBy: _, ...proposal }) => {
    const { kind, subjectId } = proposal;
    const draw = draws.get(subjectId);
    const person = people.get(subjectId);
    return {
      ...proposal,
      isOwn: proposedBy === viewer,
      draw: draw && {
        id: draw.id,
        title: draw.title,
        shortNumber: draw.shortNumber,
        furtherTitles: draw.furtherPrizes.map((prize) => prize.title),
      },
      name: person ? `${person.firstName} ${person.lastName}`.trim() : "",
      email: invited.get(subjectId)?.email,
      change: readProposed({ kind, payload }),
    };
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const { id } = await requireAdmin(context, request);
  const listed = await readOrLog(ctx, listProposals(ctx, { kind: "admin", id }), "proposals could not be listed");
  const approvals = listed && (await describeProposals(ctx, listed, id));
  return data({ approvals }, { status: approvals ? 200 : 503 });
}

const DECISIONS = ["confirm", "refuse", "withdraw"] as const satisfies readonly Decision[];
const schema = z.object({ decision: z.enum(DECISIONS), id: typedText, note: typedText });

/** The HTTP status of each refusal. */
function statusOf(error: DecisionError): number {
  if (error === "failed") return 503;
  if (error === "not_found") return 404;
  return error === "note_needed" ? 422 : 409;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/approvals");
  const { decision, id, note } = submission.value;
  const decided = await runAction(
    { ctx, request, form, about: { proposalId: id } },
    decide(ctx, actor, { id, decision, note }),
    "a proposal could not be decided",
  );
  if (decided.ok) return data<ApprovalReply>({ intent: "decide", id, decision });
  const status = statusOf(decided.error);
  const refused = refuse(submission, decided.error, { note_needed: "note" });
  return data<ApprovalReply>({ intent: "decide", id, decision, refused }, { status });
}

export default function ApprovalsPage({ loaderData: { approvals }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-approvals", "admin"]);
  const open = approvals?.filter(({ state }) => state === "open") ?? [];
  const decided = approvals?.filter(({ state }) => state !== "open") ?? [];
  return (
    <AdminPage title={t("approvals.title")} subtitle={t("approvals.subtitle")}>
      <DecisionResult reply={reply} />
      {approvals === undefined && <ErrorState level={2} title={t("admin:notLoaded.approvals")} message="" />}
      {approvals && open.length === 0 && (
        <AdminCard>
          <EmptyState title={t("approvals.none")}>{t("approvals.noneText")}</EmptyState>
        </AdminCard>
      )}
      <div className="grid gap-4">
        {open.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} />
        ))}
      </div>
      {decided.length > 0 && (
        <>
          <h2 className="admin-h2 mt-8 mb-4">{t("approvals.decided")}</h2>
          <div className="grid gap-4">
            {decided.map((approval) => (
              <ApprovalCard key={approval.id} approval={approval} />
            ))}
          </div>
        </>
      )}
    </AdminPage>
  );
}
