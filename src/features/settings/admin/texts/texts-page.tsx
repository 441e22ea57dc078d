/** /admin/texts: the long texts in the operator's words: drafts, publishing, and all versions. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect, useLocation } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { publishText, saveDraft, showTexts } from "#features/site/server/texts/save-text.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { surveyLanguages } from "#platform/languages/language-files.server.ts";
import { languageFolders } from "#platform/messages.server.ts";
import { findFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonInstant } from "#shared/dates/dates.ts";
import { isOwn } from "#shared/language/languages.ts";
import { isLocale, LOCALES, offeredLanguages, type OwnLocale } from "#shared/language/locale.ts";
import {
  isDocument,
  LONGEST_TEXT,
  missingLanguages,
  type TextBodies,
  type TextBody,
  type TextSection,
} from "#shared/text/site-text.ts";
import { AdminPage } from "#ui/admin/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { UnsavedGuard, useTyped } from "#ui/fields/unsaved-guard.tsx";
import { useDisplayedVersion } from "#ui/fields/use-displayed-version.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type CodeOf, refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { LanguageGap } from "../../rules/language-gaps.ts";
import { type ShownLanguage, shownLanguage } from "../../rules/language-state.ts";
import { listLanguageGaps } from "../../server/languages/list-language-gaps.ts";
import type { Route } from "./+types/texts-page.ts";
import { defaultText } from "./default-text.server.ts";
import { textChanges } from "./text-changes.ts";
import { TextEditor } from "./texts-editor.tsx";
import { type TextReply, useTextForm } from "./texts-form.ts";
import { TextLanguages } from "./texts-languages.tsx";
import { TextChanges, TextChoice, TextHistory, TextPublish } from "./texts-versions.tsx";

export const handle = {
  messages: ["admin-texts", "promise"],
  failures: { load: "admin:notLoaded.texts", send: "admin-texts:texts.failed" },
} satisfies PageMessages & PageFailures;

/**
 * What the address selects: document, language (the reader's by default), the version to edit (`from`) and
 * the one to compare (`changes`).
 */
function selectionOf(request: Request, context: Route.LoaderArgs["context"]) {
  const search = new URL(request.url).searchParams;
  const [document, locale] = [search.get("document"), search.get("language") ?? ""];
  const number = (name: string) => (/^\d{1,9}$/.test(search.get(name) ?? "") ? Number(search.get(name)) : undefined);
  return {
    document: isDocument(document) ? document : "terms",
    locale: isLocale(locale) ? locale : localeOf(context),
    from: number("from"),
    changes: number("changes"),
  } as const;
}

type Gaps = Readonly<Record<OwnLocale, readonly LanguageGap[]>>;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const { document, locale, from, changes } = selectionOf(request, context);
  const shown = permitted(await showTexts(ctx, actor, document, { from, changes }));
  const { text, compared, ...rest } = shown.value;
  // Added languages translate the shop's own English text if it has one.
  const english = (bodies: TextBodies | undefined) => (isOwn(locale) ? undefined : bodies?.en);
  const shownLanguages = showLanguages(ctx);
  const bodyOf = (bodies: TextBodies | undefined) => bodies?.[locale] ?? english(bodies) ?? defaultText(ctx, document, locale);
  return {
    ...{ document, locale, ...rest, body: bodyOf(text?.bodies) },
    missing: missingLanguages(text?.bodies ?? {}),
    languages: shownLanguages,
    editable: shownLanguages.filter((each) => isLocale(each.locale)),
    gaps: Object.fromEntries(await Promise.all(LOCALES.map(async (own) => [own, await listLanguageGaps(ctx, own)]))) as Gaps,
    compared: compared && {
      version: compared.after.version,
      changes: textChanges(bodyOf(compared.before?.bodies), bodyOf(compared.after.bodies)),
    },
  };
}

type TextCode = CodeOf<TextReply>;
const STATUS: Readonly<Partial<Record<TextCode, number>>> = {
  ...{ changed_meanwhile: 409, language_missing: 409, failed: 503, too_long: 413 },
};

/** The editor's fields are lists, and are read by `readTextBody`. */
const schema = z.object({
  intent: z.string().regex(/^(?:publish|give_up|save|add|(?:up|down|remove) \d{1,2})$/),
  version: typedText,
  publish_at: typedText,
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const { document, locale } = selectionOf(request, context);
  const form = await findFields(request, MOST_TEXT_BYTES);
  const submission = parseForm(form ?? new URLSearchParams({ intent: "save" }), schema);
  if (submission.status !== "success") throw redirect("/admin/texts");
  const { publish_at: typed, intent: pressed } = submission.value;
  const intent = pressed === "publish" || pressed === "give_up" ? "publish" : "save";
  const refused = (code: TextCode, more: Partial<TextReply> = {}, at: Partial<Record<TextCode, string>> = {}) =>
    data<TextReply>({ intent, refused: refuse(submission, code, at), ...more }, { status: (!at[code] && STATUS[code]) || 422 });
  if (!form) return refused("too_long");
  const call = { ctx, request, form, about: { document } };
  const version = Number(submission.value.version);
  if (intent === "publish") {
    const publishAt = typed === "" ? ctx.now() : londonInstant(typed);
    if (!publishAt) return refused("bad_time", {}, { bad_time: "publish_at" });
    const publishing = { document, version, publishAt, isGivenUp: pressed === "give_up" };
    const published = await runAction(call, publishText(ctx, actor, publishing), "the text could not be published");
    return published.ok ? data<TextReply>({ intent, isScheduled: publishAt > ctx.now() }) : refused(published.error);
  }
  const body = readTextBody(form);
  if (pressed !== "save") return data<TextReply>({ intent, body: moveSections(body, pressed) });
  const saving = saveDraft(ctx, actor, { document, locale, version, body });
  const saved = await runAction(call, saving, "the text could not be saved");
  if (saved.ok) return data<TextReply>({ intent });
  if (!("wrong" in saved)) return refused(saved.error, { body });
  const { problem, at, what = "" } = saved.wrong;
  const named = defaultText(ctx, document, locale).sections.find(({ id }) => id === what)?.title;
  return refused(problem, { body, what: named ?? what }, { [problem]: at === undefined ? "lead" : `text${at}` });
}

export default function TextsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin-texts");
  return (
    <AdminPage title={t("texts.title")} subtitle={t("texts.subtitle")}>
      <TextForms key={useLocation().search} {...loaderData} />
    </AdminPage>
  );
}

/** Editor, publishing, history and languages. */
function TextForms({
  document,
  locale,
  version,
  body,
  shown,
  history,
  compared,
  languages,
  editable,
  gaps,
  missing,
}: Route.ComponentProps["loaderData"]) {
  const { isTyped, events } = useTyped();
  const [saved, setSaved] = useState<TextReply>();
  const editing = useTextForm("save", (reply) => (reply.body ? begin(reply.body) : setSaved(reply)));
  const publishing = useTextForm("publish", (reply) => {
    if (!isTyped) begin(body);
    setSaved(reply);
  });
  const [start, setStart] = useState({ body: editing.reply?.body ?? body, round: 0 });
  const begin = (body: TextBody) => setStart(({ round }) => ({ body, round: round + 1 }));
  // Moved sections are not saved yet.
  const isUnsaved = isTyped || editing.isBusy || editing.isRefused || editing.reply?.body !== undefined;
  const drawn = useDisplayedVersion(version, saved);
  return (
    <div className="grid gap-6">
      <TextChoice document={document} locale={locale} languages={editable} />
      <TextPublish {...{ form: publishing, version: drawn, isOwn: shown !== undefined, isUnsaved, missing }} />
      <TextHistory {...{ document, locale, history, shown }} />
      {compared && <TextChanges {...compared} />}
      <TextEditor
        key={start.round}
        {...{ form: editing, document, language: locale, body: start.body, version: drawn, events, isUnsaved }}
      />
      <TextLanguages languages={languages} gaps={gaps} />
      <UnsavedGuard when={isUnsaved} />
    </div>
  );
}

/**
 * The state of the languages. Reads the files as they are now; the running shop uses those that it started
 * with.
 */
function showLanguages({ env }: Pick<Ctx, "env">): readonly ShownLanguage[] {
  const offered = offeredLanguages();
  return surveyLanguages(languageFolders(env)).map((state) =>
    shownLanguage(
      state,
      offered.some(({ locale }) => locale === state.locale),
    ),
  );
}

/** Bytes: the longest text in two-byte letters, each escaped. */
const MOST_TEXT_BYTES = 3 * 1024 * 1024;

/** The typed text. Sections without a usable id get a new one. */
function readTextBody(form: URLSearchParams): TextBody {
  const all = (name: string) => form.getAll(name).map((value) => value.replaceAll("\r\n", "\n"));
  const [ids, titles, texts] = [all("id"), all("title"), all("text")];
  const taken: string[] = [];
  const sections = titles.slice(0, LONGEST_TEXT.sections + 1).map((title, at) => {
    const sent = ids[at] ?? "";
    const id = /^[a-z][\w-]{0,40}$/i.test(sent) && !taken.includes(sent) ? sent : freeId([...ids, ...taken]);
    taken.push(id);
    return { id, title, text: texts[at] ?? "" };
  });
  return { lead: all("lead")[0] ?? "", sections };
}

/** An id that no section has. */
function freeId(ids: readonly string[]): string {
  let number = 1;
  while (ids.includes(`part-${number}`)) number += 1;
  return `part-${number}`;
}

/** @param intent "add", "up 2", "down 2" or "remove 2" */
function moveSections(body: TextBody, intent: string): TextBody {
  const [what, place] = intent.split(" ");
  const at = Number(place);
  const ids = body.sections.map(({ id }) => id);
  if (what === "add") return { ...body, sections: [...body.sections, { id: freeId(ids), title: "", text: "" }] };
  if (what === "remove") return { ...body, sections: body.sections.filter((_, each) => each !== at) };
  return { ...body, sections: swapWithNext(body.sections, what === "up" ? at - 1 : at) };
}

/** Swaps the sections at `at` and after it. Unchanged if one is missing. */
function swapWithNext(sections: readonly TextSection[], at: number): readonly TextSection[] {
  const [first, second] = [sections[at], sections[at + 1]];
  if (!(first && second)) return sections;
  return [...sections.slice(0, at), second, first, ...sections.slice(at + 2)];
}
