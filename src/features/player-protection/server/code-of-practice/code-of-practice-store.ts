/** Reviews of the code of practice, and the operator's statements. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { StatementRow } from "../../rules/operator-statements.ts";

/** `by`: name of the reviewer. */
export type ReviewRow = {
  readonly id: string;
  readonly at: Date;
  readonly note: string;
  readonly by: string | undefined;
};

const SHOWN = 10;

/** The newest reviews. */
export async function listReviewRows(db: Db): Promise<ReviewRow[]> {
  const rows = await db
    .selectFrom("practice_reviews")
    .leftJoin("users", "users.id", "practice_reviews.reviewed_by")
    .select(["practice_reviews.id", "reviewed_at", "note", "first_name", "last_name"])
    .orderBy("reviewed_at", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map(({ id, reviewed_at, note, first_name, last_name }) => ({
    id,
    at: reviewed_at,
    note,
    by: nameOf({ first_name, last_name }),
  }));
}

/** Stores a review. Returns its id. */
export async function insertReview(tx: Tx, review: { at: Date; by: string | undefined; note: string }): Promise<string> {
  const { id } = await tx
    .insertInto("practice_reviews")
    .values({ reviewed_at: review.at, reviewed_by: review.by ?? null, note: review.note })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** All confirmations and withdrawals, oldest first. */
export async function listStatementRows(db: Db): Promise<StatementRow[]> {
  const rows = await db
    .selectFrom("operator_statements")
    .leftJoin("users", "users.id", "operator_statements.stated_by")
    .select(["operator_statements.id", "key", "is_confirmed", "text_en", "text_fr", "stated_at", "first_name", "last_name"])
    .orderBy("operator_statements.id")
    .execute();
  return rows.map(({ id, key, is_confirmed, text_en, text_fr, stated_at, ...person }) => ({
    id: String(id),
    key,
    isConfirmed: is_confirmed,
    words: text_en === null || text_fr === null ? undefined : { en: text_en, fr: text_fr },
    at: stated_at,
    by: nameOf(person),
  }));
}

/** Stores a confirmation or withdrawal. */
export async function insertStatement(tx: Tx, { key, isConfirmed, words, at, by }: Omit<StatementRow, "id">): Promise<void> {
  const texts = { text_en: words?.en ?? null, text_fr: words?.fr ?? null };
  await tx
    .insertInto("operator_statements")
    .values({ key, is_confirmed: isConfirmed, ...texts, stated_at: at, stated_by: by ?? null })
    .execute();
}

function nameOf({ first_name, last_name }: { first_name: string | null; last_name: string | null }): string | undefined {
  return `${first_name ?? ""} ${last_name ?? ""}`.trim() || undefined;
}
