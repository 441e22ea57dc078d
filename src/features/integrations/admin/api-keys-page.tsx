/** /admin/api-keys: the keys of programs, and new ones. */

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { proofNeeded } from "#features/accounts/server/ask-proof.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { listApiKeys } from "../server/list-api-keys.ts";
import { makeApiKey, revokeApiKey, rotateApiKey } from "../server/make-api-key.ts";
import { ApiKeyForm } from "./api-key-form.tsx";
import { type KeyReply, keyErrorText } from "./api-key-reply.ts";
import { ApiKeysTable } from "./api-keys-table.tsx";
import { MadeSecret } from "./made-secret.tsx";

export const handle = {
  words: ["admin-programs"],
  failures: { load: "admin:notLoaded.keys", send: "admin-programs:keys.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const listed = await listApiKeys(ctx, await adminOf(context, request)).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the API keys could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  return data({ keys: listed?.value }, { status: listed ? 200 : 503 });
}

const INTENTS = ["create", "rotate", "revoke"] as const;

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const form = await readFields(request);
  const intent = INTENTS.find((known) => known === form.get("intent"));
  if (!intent) throw redirect("/admin/api-keys");
  const id = form.get("id") ?? "";
  // PostgreSQL's text holds no NUL.
  const name = (form.get("name") ?? "").replaceAll("\0", "");
  const acts = {
    create: () => makeApiKey(ctx, actor, { name, scopes: form.getAll("scope"), days: Number(form.get("days")) }),
    rotate: () => rotateApiKey(ctx, actor, id),
    revoke: () => revokeApiKey(ctx, actor, id),
  };
  const acted = await acts[intent]().catch((error: unknown) => {
    ctx.log.error({ err: error }, "an API key could not be changed");
    return { ok: false, error: "failed" } as const;
  });
  if (acted.ok) return data<KeyReply>({ intent, made: acted.value?.key, error: undefined });
  if (acted.error === "forbidden") throw notAllowed();
  if (acted.error === "proof_needed") throw proofNeeded(request, form);
  const status = acted.error === "failed" ? 503 : acted.error === "not_found" ? 404 : intent === "create" ? 422 : 409;
  return data<KeyReply>({ intent, made: undefined, error: acted.error }, { status });
}

export default function ApiKeysPage() {
  const { keys } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { t } = useTranslation(["admin-programs", "admin"]);
  const [replaced, setReplaced] = useState<string>();
  const made = reply?.made ?? replaced;
  if (!keys) {
    return (
      <AdminPage title={t("keys.title")} subtitle={t("keys.subtitle")}>
        <ErrorState level={2} title={t("admin:notLoaded.keys")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={t("keys.title")} subtitle={t("keys.subtitle")}>
      {made !== undefined && <MadeSecret title={t("keys.made")} text={t("keys.madeText")} secret={made} copy={t("keys.copy")} />}
      <div className="admin-columns items-start">
        <AdminCard title={t("keys.list")} flush>
          <ApiKeysTable keys={keys} onReplaced={setReplaced} />
        </AdminCard>
        <AdminCard title={t("keys.new")}>
          <ApiKeyForm key={reply?.made} error={reply?.intent === "create" ? keyErrorText(t, reply.error) : undefined} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}
