/** Table `answer_templates`. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { AnswerTemplate } from "../../rules/conversation.ts";

/** All templates by name. */
export async function listTemplateRows(db: Db): Promise<AnswerTemplate[]> {
  const rows = await db
    .selectFrom("answer_templates")
    .select(["id", "name", "text", "text_fr"])
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(fromRow);
}

type TemplateTexts = Omit<AnswerTemplate, "id">;

/** Stores a new template, or new texts of an existing one. @returns its id; undefined if it was deleted */
export async function saveTemplateRow(
  tx: Tx,
  id: string | undefined,
  { name, text, textFr }: TemplateTexts,
  now: Date,
): Promise<string | undefined> {
  const values = { name, text, text_fr: textFr ?? null, changed_at: now };
  const row =
    id === undefined
      ? await tx.insertInto("answer_templates").values(values).returning("id").executeTakeFirst()
      : await tx.updateTable("answer_templates").set(values).where("id", "=", id).returning("id").executeTakeFirst();
  return row?.id;
}

/** @returns whether it existed */
export async function deleteTemplateRow(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom("answer_templates").where("id", "=", id).returning("id").executeTakeFirst();
  return row !== undefined;
}
