/** /admin/texts: the long texts in the operator's words: drafts, publishing, and every version there was. */
import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { proofNeeded } from "#features/accounts/server/ask-proof.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { publishText, saveDraft, showTexts } from "#features/accounts/server/save-text.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonInstant } from "#shared/dates.ts";
import { isLocale, type Locale } from "#shared/locale.ts";
import { isDocument, type TextBody, type TextDocument, type TextProblem } from "#shared/site-text.ts";
import { AdminPage } from "#ui/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { shopsOwnText } from "./own-text.ts";
import { moveSections, readTextBody } from "./text-form.ts";
import { TextEditor } from "./texts-editor.tsx";
import { TextChoice, TextHistory, TextPublish } from "./texts-versions.tsx";

export const handle = {
  messages: ["admin-texts"],
  failures: { load: "admin:notLoaded.texts", send: "admin-texts:texts.failed" },
} satisfies PageMessages & PageFailures;

function chosen(request: Request): { document: TextDocument; locale: Locale; from: number | undefined } {
  const search = new URL(request.url).searchParams;
  const [document, locale, from] = [search.get("document"), search.get("language"), search.get("from")];
  return {
    document: isDocument(document) ? document : "terms",
    locale: isLocale(locale ?? "") ? (locale as Locale) : "en",
    from: /^[1-9]\d{0,8}$/.test(from ?? "") ? Number(from) : undefined,
  };
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const { document, locale, from } = chosen(request);
  const shown = await showTexts(ctx, await adminOf(context, request), document, from);
  if (!shown.ok) throw notAllowed();
  const { text, ...rest } = shown.value;
  return { document, locale, ...rest, body: text?.bodies[locale] ?? shopsOwnText(ctx, document, locale) };
}

export type TextReply = {
  readonly done?: "saved" | "published";
  readonly error?: "changed_meanwhile" | "language_missing" | "bad_time" | "failed" | "wrong";
  readonly wrong?: TextProblem;
  /** As it was typed, with its sections moved where that was asked. */
  readonly body?: TextBody;
};

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const { document, locale } = chosen(request);
  const form = await readFields(request);
  const intent = form.get("intent") ?? "";
  const version = Number(form.get("version"));
  if (intent === "publish") {
    const typed = form.get("publish_at") ?? "";
    const publishAt = typed === "" ? ctx.now() : londonInstant(typed);
    if (!publishAt) return data<TextReply>({ error: "bad_time" }, { status: 422 });
    const published = await publishText(ctx, actor, { document, version, publishAt });
    if (published.ok) return data<TextReply>({ done: "published" });
    if (published.error === "forbidden") throw notAllowed();
    if (published.error === "proof_needed") throw proofNeeded(request, form);
    return data<TextReply>({ error: published.error }, { status: 409 });
  }
  if (!/^(save|add|(up|down|remove) \d{1,2})$/.test(intent)) throw redirect("/admin/texts");
  const body = readTextBody(form);
  if (intent !== "save") return data<TextReply>({ body: moveSections(body, intent) });
  const saved = await saveDraft(ctx, actor, { document, locale, version, body }).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the text could not be saved");
    return { ok: false, error: "failed" } as const;
  });
  if (saved.ok) return data<TextReply>({ done: "saved" });
  if (saved.error === "forbidden") throw notAllowed();
  const wrong = "wrong" in saved ? { wrong: saved.wrong } : {};
  return data<TextReply>(
    { error: saved.error, body, ...wrong },
    { status: saved.error === "failed" ? 503 : saved.error === "wrong" ? 422 : 409 },
  );
}

export default function TextsPage() {
  const loaded = useLoaderData<typeof loader>();
  const { document, locale, version, body, shown, history } = loaded;
  const reply = useActionData<typeof action>();
  const { t } = useTranslation("admin-texts");
  const typed = reply?.body ?? body;
  return (
    <AdminPage title={t("texts.title")} subtitle={t("texts.subtitle")}>
      <div className="grid gap-6">
        <TextChoice document={document} locale={locale} />
        {reply?.done && <Note tone="success" title={t(`texts.${reply.done}`)} role="status" />}
        {reply?.error && reply.error !== "wrong" && reply.error !== "bad_time" && (
          <Note tone="danger" title={t(`texts.${reply.error}`)} role="alert" />
        )}
        <TextEditor
          key={`${document} ${locale} ${version} ${JSON.stringify(typed)}`}
          {...{ body: typed, version, wrong: reply?.wrong }}
        />
        <TextPublish {...{ version, error: reply?.error === "bad_time" }} />
        <TextHistory {...{ document, locale, history, shown }} />
      </div>
    </AdminPage>
  );
}
