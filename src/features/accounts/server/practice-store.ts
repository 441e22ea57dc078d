/** SQL of the reviews of the code of practice. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";

export type ReviewRow = {
  readonly id: string;
  readonly at: Date;
  readonly note: string;
  /** Undefined where the person is gone, or a command wrote it. */
  readonly by: string | undefined;
};

const SHOWN = 10;

/** Newest first. */
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
    by: `${first_name ?? ""} ${last_name ?? ""}`.trim() || undefined,
  }));
}

export async function insertReview(tx: Tx, review: { at: Date; by: string | undefined; note: string }): Promise<string> {
  const { id } = await tx
    .insertInto("practice_reviews")
    .values({ reviewed_at: review.at, reviewed_by: review.by ?? null, note: review.note })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
