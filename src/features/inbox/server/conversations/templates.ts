/** Staff keep the templates of answers. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { inBothLanguages, isInUse } from "#shared/language/own-languages.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { withPlainLines } from "../../rules/contact.ts";
import { type AnswerTemplate, LONGEST_ENTRY, LONGEST_TEMPLATE_NAME, unknownPlaceholder } from "../../rules/conversation.ts";
import { deleteTemplateRow, listTemplateRows, saveTemplateRow } from "./template-store.ts";

type Context = Pick<Ctx, "db" | "log" | "now">;
export type TemplateField = "name" | "text" | "textFr";
export type TemplateProblem = "no_name" | "no_text" | "too_long" | "unknown_placeholder";
export type TemplateRefusal =
  | { readonly ok: false; readonly error: "forbidden" | "not_found" }
  | { readonly ok: false; readonly error: "invalid"; readonly problems: Partial<Record<TemplateField, TemplateProblem>> };

export async function listTemplates(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
): Promise<Result<readonly AnswerTemplate[], "forbidden">> {
  if (!(await may(ctx, actor, "messages.read"))) return err("forbidden");
  return ok(await listTemplateRows(ctx.db));
}

/** Saves a template; an empty `id` makes a new one. */
export async function saveTemplate(
  ctx: Context,
  actor: Actor,
  { id, ...typed }: { readonly id: string } & Readonly<Record<TemplateField, string>>,
): Promise<{ readonly ok: true; readonly value: undefined } | TemplateRefusal> {
  if (!(await may(ctx, actor, "messages.write"))) return { ok: false, error: "forbidden" };
  if (id !== "" && !isUuid(id)) return { ok: false, error: "not_found" };
  const name = withPlainLines(typed.name).replaceAll("\n", " ").trim();
  const before = id === "" ? undefined : (await listTemplateRows(ctx.db)).find((template) => template.id === id);
  const { en: text, fr } = inBothLanguages(
    { en: withPlainLines(typed.text).trim(), fr: withPlainLines(typed.textFr).trim() },
    { en: before?.text ?? "", fr: before?.textFr ?? "" },
  );
  // Without a French text, the English one is used.
  const textFr = !isInUse("fr") && fr === text ? "" : fr;
  const problems = problemsOf({ name, text, textFr });
  if (Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems };
  return ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    const saved = await saveTemplateRow(tx, id || undefined, { name, text, textFr: textFr || undefined }, at);
    if (saved === undefined) return { ok: false, error: "not_found" };
    await recordChange(tx, { actor, action: "template.save", subjectType: "template", subjectId: saved, after: { name }, at });
    return ok();
  });
}

function problemsOf({ name, text, textFr }: Readonly<Record<TemplateField, string>>) {
  const problems: Partial<Record<TemplateField, TemplateProblem>> = {};
  if (name === "") problems.name = "no_name";
  else if (name.length > LONGEST_TEMPLATE_NAME) problems.name = "too_long";
  if (text === "") problems[isInUse("en") ? "text" : "textFr"] = "no_text";
  for (const [field, typed] of Object.entries({ text, textFr }) as ["text" | "textFr", string][]) {
    if (!isInUse(field === "text" ? "en" : "fr")) continue;
    if (typed.length > LONGEST_ENTRY.answer) problems[field] = "too_long";
    else if (unknownPlaceholder(typed) !== undefined) problems[field] = "unknown_placeholder";
  }
  return problems;
}

/** Deletes a template. Idempotent. */
export async function deleteTemplate(ctx: Context, actor: Actor, id: string): Promise<Result<undefined, "forbidden">> {
  if (!(await may(ctx, actor, "messages.write"))) return err("forbidden");
  if (!isUuid(id)) return ok();
  return ctx.db.transaction().execute(async (tx) => {
    if (await deleteTemplateRow(tx, id))
      await recordChange(tx, { actor, action: "template.delete", subjectType: "template", subjectId: id, at: ctx.now() });
    return ok();
  });
}
