/** /admin/webhooks: all endpoints, and a form that adds one. */
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { revalidateAfterConflict } from "#ui/fields/use-displayed-version.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { type ListedEndpoint, listWebhooks } from "../server/list-webhooks.ts";
import { addEndpoint } from "../server/manage-webhooks.ts";
import type { Route } from "./+types/webhooks-page.ts";
import { MadeSecret } from "./made-secret.tsx";
import { type HookReply, hookAt, WebhookForm } from "./webhook-form.tsx";

export const handle = {
  messages: ["admin-api"],
  failures: { load: "admin:notLoaded.hooks", send: "admin-api:hooks.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const listed = await readOrLog(ctx, listWebhooks(ctx, actor), "the endpoints of webhooks could not be listed");
  const { webhooksReachLoopback: reachesLoopback } = ctx.env;
  return data({ endpoints: listed, reachesLoopback }, { status: listed ? 200 : 503 });
}

const schema = z.object({ intent: z.literal("add"), url: typedText, event: z.array(z.string()).default([]) });

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/webhooks");
  const { intent, url, event: events } = submission.value;
  const added = await runAction(
    { ctx, request, form },
    addEndpoint(ctx, actor, { url, events }),
    "an endpoint of webhooks could not be added",
  );
  if (added.ok) return data<HookReply>({ intent, secret: added.value.secret });
  const statuses: Readonly<Record<string, number>> = { failed: 503, there_already: 409 };
  const status = statuses[added.error] ?? 422;
  return data<HookReply>({ intent, refused: refuse(submission, added.error, hookAt(added.error)) }, { status });
}

/** Reloads the list after a conflict, so that it shows the existing endpoint. */
export const shouldRevalidate = revalidateAfterConflict;

export default function WebhooksPage({ loaderData: { endpoints, reachesLoopback }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-api", "admin"]);
  if (!endpoints) {
    return <AdminPageNotLoaded title={t("hooks.title")} subtitle={t("hooks.subtitle")} what="hooks" />;
  }
  return (
    <AdminPage title={t("hooks.title")} subtitle={t("hooks.subtitle")}>
      {reply?.secret !== undefined && (
        <MadeSecret title={t("hooks.secret")} text={t("hooks.secretText")} secret={reply.secret} copy={t("hooks.copy")} />
      )}
      <div className="admin-columns items-start">
        <AdminCard title={t("hooks.list")} flush>
          <Endpoints endpoints={endpoints} />
        </AdminCard>
        <AdminCard title={t("hooks.new")}>
          <WebhookForm key={reply?.secret} intent="add" reachesLoopback={reachesLoopback} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}

function Endpoints({ endpoints }: { endpoints: readonly ListedEndpoint[] }) {
  const { t } = useTranslation("admin-api");
  const { date, number } = useFormat();
  return (
    <DataTable
      caption={t("hooks.list")}
      rows={endpoints}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("hooks.none")}>{t("hooks.noneText")}</EmptyState>}
      columns={[
        {
          id: "address",
          header: t("hooks.address"),
          card: "title",
          cell: ({ id, url }) => (
            <Link to={`/admin/webhooks/${id}`} className="inline-flex min-h-7 items-center wrap-anywhere hover:underline">
              {url}
            </Link>
          ),
        },
        {
          id: "state",
          header: t("hooks.state"),
          cell: ({ pausedAt }) => (
            <Badge tone={pausedAt ? "cancelled" : "active"}>{t(pausedAt ? "hooks.off" : "hooks.on")}</Badge>
          ),
        },
        { id: "waiting", header: t("hooks.waiting"), end: true, cell: ({ due, failed }) => number(due + failed) },
        {
          id: "last",
          header: t("hooks.last"),
          cell: ({ lastDelivered: at }) => (at ? `${date(at, "short")}, ${date(at, "time")}` : t("hooks.never")),
        },
      ]}
    />
  );
}
