/** Drafts, publishes and holds back the operator's long texts. Each save is a new version. */
import { isDeepStrictEqual } from "node:util";
import { type Actor, adminIdOf, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isOwn } from "#shared/language/languages.ts";
import { isLocale, type Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import {
  findTextProblem,
  hasEveryOwnLanguage,
  type TextBody,
  type TextDocument,
  type TextProblem,
} from "#shared/text/site-text.ts";
import { findText, holdVersion, insertText, listScheduled, listTexts, type SavedText, type ScheduledText } from "./text-store.ts";

type Context = Pick<Ctx, "db" | "log" | "now" | "texts">;

/**
 * What the editor shows: the newest version, or `from` (0: the built-in text), the history, and the changes
 * of a version.
 */
export async function showTexts(
  ctx: Context,
  actor: Actor,
  document: TextDocument,
  { from, changes }: { readonly from?: number | undefined; readonly changes?: number | undefined } = {},
) {
  if (!(await may(ctx, actor, "texts.write"))) return err("forbidden");
  await ctx.texts.refresh();
  const [newest, chosen, history] = await Promise.all([
    findText(ctx.db, document),
    from ? findText(ctx.db, document, from) : undefined,
    listTexts(ctx.db, document),
  ]);
  return ok({
    version: newest?.version ?? 0,
    text: from === 0 ? undefined : (chosen ?? newest),
    history,
    shown: ctx.texts.current(document, ctx.now())?.version,
    compared: changes ? await compareWithShown(ctx, document, changes) : undefined,
  });
}

/** The version and the published one before it. */
async function compareWithShown(ctx: Context, document: TextDocument, version: number) {
  const [after, history] = await Promise.all([findText(ctx.db, document, version), listTexts(ctx.db, document)]);
  const earlier = history.find((each) => each.version < version && each.publishAt !== undefined)?.version;
  return after && { after, before: earlier ? await findText(ctx.db, document, earlier) : undefined };
}

export type TextRefused = { readonly ok: false; readonly error: "wrong"; readonly wrong: TextProblem };
type Draft = {
  readonly document: TextDocument;
  readonly locale: Locale;
  /** The version that the form showed, so that concurrent changes are not overwritten. */
  readonly version: number;
  readonly body: TextBody;
};

/**
 * Saves one language. The others stay as in the previous version, except one that is switched off if its
 * counterpart changes: it would say something else when it is switched on again.
 */
export async function saveDraft(
  ctx: Context,
  actor: Actor,
  { document, locale, version, body }: Draft,
): Promise<Result<undefined, "forbidden" | "changed_meanwhile"> | TextRefused> {
  if (!(await may(ctx, actor, "texts.write"))) return err("forbidden");
  const wrong = findTextProblem(document, body);
  if (wrong) return { ok: false, error: "wrong", wrong };
  const before = await findText(ctx.db, document);
  if ((before?.version ?? 0) !== version) return err("changed_meanwhile");
  const isChanged = isOwn(locale) && !isDeepStrictEqual(before?.bodies[locale], body);
  const stays = (other: Locale) => !isChanged || isLocale(other) || !isOwn(other);
  const others = Object.entries(before?.bodies ?? {}).filter(([other]) => stays(other as Locale));
  const bodies = { ...Object.fromEntries(others), [locale]: body };
  const saved = await addVersion(ctx, actor, { document, version: version + 1, bodies, publishAt: undefined }, locale);
  return saved ? ok() : err("changed_meanwhile");
}

/** `isGivenUp`: returns to the built-in text. */
type Publishing = {
  readonly document: TextDocument;
  readonly version: number;
  readonly publishAt: Date;
  readonly isGivenUp?: boolean;
};

/**
 * Publishes the newest version in all languages, at once or at a later time. `language_missing`: an own
 * language in use is empty.
 */
export async function publishText(
  ctx: Context,
  actor: Actor,
  { document, version, publishAt, isGivenUp = false }: Publishing,
): Promise<Result<undefined, ReauthRefusal | "changed_meanwhile" | "language_missing">> {
  const reauth = await requireReauth(ctx, actor, "texts.write");
  if (!reauth.ok) return reauth;
  const newest = await findText(ctx.db, document);
  if (!newest || newest.version !== version) return err("changed_meanwhile");
  const bodies = isGivenUp ? {} : newest.bodies;
  if (!hasEveryOwnLanguage(bodies)) return err("language_missing");
  const from = publishAt < ctx.now() ? ctx.now() : publishAt;
  const saved = await addVersion(ctx, actor, { document, version: version + 1, bodies, publishAt: from });
  return saved ? ok() : err("changed_meanwhile");
}

/** Holds back texts that were scheduled by a person who may no longer publish. */
export async function holdTexts(ctx: Context): Promise<void> {
  const held = await Promise.all((await listScheduled(ctx.db, ctx.now())).map((text) => holdText(ctx, text)));
  if (held.includes(true)) await ctx.texts.refresh();
}

async function holdText(ctx: Context, { document, version, by }: ScheduledText): Promise<boolean> {
  if (by === undefined) return false;
  return ctx.db.transaction().execute(async (tx) => {
    // Without `env`: a temporarily missing second factor must not hold texts back.
    if (await may({ db: tx, log: ctx.log }, { kind: "admin", id: by }, "texts.write")) return false;
    const at = ctx.now();
    if (!(await holdVersion(tx, { document, version }, at))) return false;
    const about = { subjectType: "text", subjectId: document, after: { version }, at };
    await recordChange(tx, { actor: { kind: "clock" }, action: "texts.hold", ...about });
    await raiseAlert(tx, { kind: "text_held", subject: alertSubject(document), facts: { number: String(version) }, at });
    ctx.log.warn({ alert: "text_held", document, version }, "a scheduled text is held back");
    return true;
  });
}

const alertSubject = (document: TextDocument) => ({ type: "shop", id: `text ${document}` }) as const;

/** Stores a version and records it. `language`: the edited one. False if a colleague was first. */
async function addVersion(ctx: Context, actor: Actor, text: Omit<SavedText, "savedAt">, language?: Locale): Promise<boolean> {
  const at = ctx.now();
  const saved = await ctx.db.transaction().execute(async (tx) => {
    const by = adminIdOf(actor);
    if (!(await insertText(tx, { ...text, savedAt: at, by }))) return false;
    if (text.publishAt) await withdrawAlert(tx, { kind: "text_held", subject: alertSubject(text.document), at });
    await recordChange(tx, {
      actor,
      action: text.publishAt ? "texts.publish" : "texts.draft",
      subjectType: "text",
      subjectId: text.document,
      after: {
        version: text.version,
        ...(language && { language }),
        ...(text.publishAt && { publishAt: text.publishAt.toISOString() }),
      },
      at,
    });
    return true;
  });
  if (saved) await ctx.texts.refresh();
  return saved;
}
