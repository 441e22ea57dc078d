/** /admin/api-keys: makes, replaces and revokes API keys. */
import { randomUUID } from "node:crypto";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { listApiKeys, makeApiKey, revokeApiKey, rotateApiKey } from "../server/api-keys.ts";
import type { Route } from "./+types/api-keys-page.ts";
import { ApiKeyForm, KEY_AT, type KeyReply } from "./api-key-form.tsx";
import { ApiKeysTable } from "./api-keys-table.tsx";
import { MadeSecret } from "./made-secret.tsx";

export const handle = {
  messages: ["admin-api"],
  failures: { load: "admin:notLoaded.keys", send: "admin-api:keys.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const listed = await readOrLog(ctx, listApiKeys(ctx, actor), "the API keys could not be listed");
  return data({ keys: listed, requestKey: randomUUID() }, { status: listed ? 200 : 503 });
}

const schema = z.object({
  intent: z.enum(["create", "rotate", "revoke"]),
  id: typedText,
  name: typedText,
  scope: z.array(z.string()).default([]),
  days: typedText,
  requestKey: typedText,
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/api-keys");
  const { intent, id, name, scope: scopes, days, requestKey } = submission.value;
  const actions = {
    create: () => makeApiKey(ctx, actor, { name, scopes, days: Number(days), form: requestKey }),
    rotate: () => rotateApiKey(ctx, actor, id),
    revoke: () => revokeApiKey(ctx, actor, id),
  };
  const result = await runAction({ ctx, request, form }, actions[intent](), "an API key could not be changed");
  if (result.ok) return data<KeyReply>({ intent, made: result.value?.key });
  return data<KeyReply>(
    { intent, refused: refuse(submission, result.error, KEY_AT) },
    { status: statusOf(result.error, intent === "create") },
  );
}

function statusOf(error: string, isCreating: boolean): number {
  if (error === "failed") return 503;
  if (error === "not_found") return 404;
  return isCreating ? 422 : 409;
}

export default function ApiKeysPage({ loaderData: { keys, requestKey }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-api", "admin"]);
  const [replaced, setReplaced] = useState<string>();
  const made = reply?.made ?? replaced;
  if (!keys) {
    return <AdminPageNotLoaded title={t("keys.title")} subtitle={t("keys.subtitle")} what="keys" />;
  }
  return (
    <AdminPage
      title={t("keys.title")}
      subtitle={t("keys.subtitle")}
      done={({ intent }: KeyReply) => (intent === "revoke" ? t("keys.revoked") : undefined)}
    >
      {made !== undefined && <MadeSecret title={t("keys.made")} text={t("keys.madeText")} secret={made} copy={t("keys.copy")} />}
      <div className="admin-columns items-start">
        <AdminCard title={t("keys.list")} flush>
          <ApiKeysTable keys={keys} onReplaced={setReplaced} />
        </AdminCard>
        <AdminCard title={t("keys.new")}>
          <ApiKeyForm key={reply?.made} requestKey={requestKey} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}
