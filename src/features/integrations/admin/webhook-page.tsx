/** /admin/webhooks/:endpointId: an endpoint, its deliveries and settings. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { revalidateAfterConflict } from "#ui/fields/use-displayed-version.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type CodeOf, refuse } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { DELIVERIES_PER_PAGE, type ListedEndpoint, showWebhook } from "../server/list-webhooks.ts";
import {
  changeEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resendDelivery,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from "../server/manage-webhooks.ts";
import type { Route } from "./+types/webhook-page.ts";
import { MadeSecret } from "./made-secret.tsx";
import { HOOK_INTENTS, type HookReply, hookAt, hookDoneText, WebhookActions, WebhookForm } from "./webhook-form.tsx";
import { WebhookLog } from "./webhook-log.tsx";

export const handle = {
  messages: ["admin-api"],
  failures: { load: "admin:notLoaded.hooks", send: "admin-api:hooks.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const shown = permitted(await showWebhook(ctx, actor, { id: params.endpointId, page }));
  const { webhooksReachLoopback: reachesLoopback } = ctx.env;
  return data({ shown: shown.ok ? shown.value : undefined, page, reachesLoopback }, { status: shown.ok ? 200 : 404 });
}

const STATUS: Partial<Record<CodeOf<HookReply>, number>> = { failed: 503, not_found: 404, changed_meanwhile: 409 };

const schema = z.object({
  intent: z.enum(HOOK_INTENTS),
  url: typedText,
  event: z.array(z.string()).default([]),
  version: typedText,
  delivery: typedText,
});

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const id = params.endpointId;
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/webhooks/${encodeURIComponent(id)}`);
  const { intent, url, event: events, version, delivery } = submission.value;
  const actions = {
    change: () => changeEndpoint(ctx, actor, id, { url, events, version }),
    test: () => sendTest(ctx, actor, id),
    pause: () => pauseEndpoint(ctx, actor, id),
    resume: () => resumeEndpoint(ctx, actor, id),
    rotate: () => rotateSecret(ctx, actor, id),
    remove: () => removeEndpoint(ctx, actor, id),
    resend: () => resendDelivery(ctx, actor, id, delivery),
  };
  const result = await runAction(
    { ctx, request, form, about: { endpoint: id } },
    actions[intent](),
    "an endpoint of webhooks could not be changed",
  );
  if (result.ok && intent === "remove") throw redirect("/admin/webhooks");
  if (result.ok) return data<HookReply>({ intent, secret: result.value?.secret });
  const refused = refuse(submission, result.error, hookAt(result.error));
  return data<HookReply>({ intent, refused }, { status: STATUS[result.error] ?? 422 });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function WebhookPage({ loaderData: { shown, page, reachesLoopback }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("admin-api");
  const [newSecret, setSecret] = useState<string>();
  const secret = newSecret ?? reply?.secret;
  if (!shown) {
    return (
      <AdminNotFound title={t("hooks.notFound")} text={t("hooks.notFoundText")} to="/admin/webhooks" back={t("hooks.back")} />
    );
  }
  const { endpoint } = shown;
  return (
    <AdminPage
      title={new URL(endpoint.url).host}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={endpoint.pausedAt ? "cancelled" : "active"}>{t(endpoint.pausedAt ? "hooks.off" : "hooks.on")}</Badge>
          <span className="wrap-anywhere">{endpoint.url}</span>
        </span>
      }
      above={<BackLink to="/admin/webhooks">{t("hooks.back")}</BackLink>}
      done={(reply: HookReply) => hookDoneText(t, reply)}
      actions={<WebhookActions isPaused={endpoint.pausedAt !== undefined} onSecret={setSecret} />}
    >
      {secret !== undefined && (
        <MadeSecret title={t("hooks.secret")} text={t("hooks.secretText")} secret={secret} copy={t("hooks.copy")} />
      )}
      <EndpointState endpoint={endpoint} />
      <div className="admin-columns items-start">
        <AdminCard title={t("hooks.log")} flush>
          <WebhookLog deliveries={shown.deliveries} />
          <Pagination page={page} perPage={DELIVERIES_PER_PAGE} total={shown.found} />
        </AdminCard>
        <AdminCard title={t("hooks.change")}>
          <WebhookForm intent="change" endpoint={endpoint} reachesLoopback={reachesLoopback} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}

const PAUSED = { by_hand: "hooks.pausedByHand", failing: "hooks.pausedFailing", gone: "hooks.pausedGone" } as const;

/** Why it is paused, and until when former secrets sign. */
function EndpointState({ endpoint: { pauseReason, previousUntil } }: { endpoint: ListedEndpoint }) {
  const { t } = useTranslation("admin-api");
  const { date } = useFormat();
  if (!pauseReason && !previousUntil) return null;
  return (
    <div className="mb-4 grid gap-3">
      {pauseReason && <Note tone="warn" title={t(PAUSED[pauseReason])} />}
      {previousUntil && (
        <Note tone="info" title={t("hooks.overlap", { date: date(previousUntil), time: date(previousUntil, "time") })} />
      )}
    </div>
  );
}
