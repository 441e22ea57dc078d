/** Tables `care_cases`, `care_signs` and `care_steps`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import type { CaseOutcome, HarmSign, CaseStepKind, CaseView } from "../../rules/harm-signs.ts";
import type { FoundSign } from "./harm-signs-store.ts";

/** `found`: the player's figure. `against`: the threshold. Pence or counts, see `isSum`. */
export type SeenSign = { readonly kind: HarmSign; readonly found: number; readonly against: number; readonly at: Date };
/** The signs of harm of one player, until staff close the case. */
export type HarmCase = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly openedAt: Date;
  readonly closedAt: Date | undefined;
  readonly outcome: CaseOutcome | undefined;
  readonly signs: readonly SeenSign[];
};
/** What staff did. `by`: name. */
export type CaseStep = {
  readonly id: string;
  readonly kind: CaseStepKind;
  readonly words: string;
  readonly at: Date;
  readonly by: string | undefined;
};

/** Adds a sign to the player's open case, or opens one. True if it opened one. */
export async function saveSign(tx: Tx, { userId, kind, found, against }: FoundSign, at: Date): Promise<boolean> {
  const opened = await tx
    .insertInto("care_cases")
    .values({ user_id: userId, opened_at: at })
    .onConflict((conflict) => conflict.column("user_id").where("closed_at", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  await sql`
    INSERT INTO care_signs (case_id, kind, found, against, found_at)
    SELECT id, ${kind}, ${found}, ${against}, ${at} FROM care_cases WHERE user_id = ${userId} AND closed_at IS NULL
    ON CONFLICT (case_id, kind) DO UPDATE SET found = EXCLUDED.found, against = EXCLUDED.against, found_at = EXCLUDED.found_at`.execute(
    tx,
  );
  return opened !== undefined;
}

/** SELECT of cases with their signs. */
function selectCases(db: Db | Tx) {
  return db
    .selectFrom("care_cases as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .selectAll("c")
    .select(["u.first_name", "u.last_name", "u.email"])
    .select(
      sql<{ kind: HarmSign; found: number; against: number; at: string }[]>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('kind', s.kind, 'found', s.found, 'against', s.against, 'at', s.found_at) ORDER BY s.kind)
        FROM care_signs s WHERE s.case_id = c.id), '[]')`.as("signs"),
    );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectCases>["executeTakeFirstOrThrow"]>>;

function toCase({ first_name, last_name, signs, ...row }: Row): HarmCase {
  return {
    ...fromRow(row),
    name: `${first_name} ${last_name}`.trim(),
    signs: signs.map((sign) => ({ ...sign, at: new Date(sign.at) })),
  };
}

/** Open cases: most signs first, then oldest. Closed cases: newest first. */
export async function listCaseRows(db: Db, view: CaseView, page: { limit: number; offset: number }): Promise<HarmCase[]> {
  const query = selectCases(db).where("c.closed_at", view === "open" ? "is" : "is not", null);
  const sorted =
    view === "open"
      ? query.orderBy(sql`(SELECT count(*) FROM care_signs s WHERE s.case_id = c.id)`, "desc").orderBy("c.opened_at")
      : query.orderBy("c.closed_at", "desc");
  const rows = await sorted.orderBy("c.id").limit(page.limit).offset(page.offset).execute();
  return rows.map(toCase);
}

/** How many cases are open or closed. */
export async function countCaseRows(db: Db, view: CaseView): Promise<number> {
  return countRows(db.selectFrom("care_cases").where("closed_at", view === "open" ? "is" : "is not", null));
}

export async function findCaseRow(db: Db, id: string): Promise<HarmCase | undefined> {
  const row = await selectCases(db).where("c.id", "=", id).executeTakeFirst();
  return row && toCase(row);
}

/** Locks the case until the transaction ends. */
export async function lockCaseRow(tx: Tx, id: string) {
  return tx
    .selectFrom("care_cases as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["c.id", "c.user_id", "c.closed_at", "u.email", "u.first_name", "u.locale"])
    .where("c.id", "=", id)
    .forUpdate("c")
    .executeTakeFirst();
}

export async function closeCase(tx: Tx, id: string, outcome: CaseOutcome, at: Date): Promise<void> {
  await tx.updateTable("care_cases").set({ closed_at: at, outcome }).where("id", "=", id).execute();
}

type NewStep = { caseId: string; kind: CaseStepKind; words: string; by: string | undefined; at: Date };
/** Stores a step. Returns its id. */
export async function insertStep(tx: Tx, { caseId, kind, words, by, at }: NewStep): Promise<string> {
  const { id } = await tx
    .insertInto("care_steps")
    .values({ case_id: caseId, kind, words, taken_by: by ?? null, at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether the same step was taken since `since`, by the user `by`. Call it with the case locked. */
export async function isStepTaken(
  tx: Tx,
  { caseId, kind, words, since, by }: Omit<NewStep, "at" | "by"> & { since: Date; by: NewStep["by"] | "anyone" },
): Promise<boolean> {
  let same = tx
    .selectFrom("care_steps")
    .select("id")
    .where("case_id", "=", caseId)
    .where("kind", "=", kind)
    .where("words", "=", words)
    .where("at", ">", since);
  if (by !== "anyone") same = same.where("taken_by", "is not distinct from", by ?? null);
  return (await same.limit(1).executeTakeFirst()) !== undefined;
}

/** The steps of a case, newest first. */
export async function listStepRows(db: Db, caseId: string): Promise<CaseStep[]> {
  const rows = await db
    .selectFrom("care_steps as s")
    .leftJoin("users as u", "u.id", "s.taken_by")
    .select(["s.id", "s.kind", "s.words", "s.at", "u.first_name", "u.last_name"])
    .where("s.case_id", "=", caseId)
    .orderBy("s.at", "desc")
    .orderBy("s.id")
    .execute();
  return rows.map(({ id, kind, words, at, first_name, last_name }) => ({
    id,
    kind,
    words,
    at,
    by: `${first_name ?? ""} ${last_name ?? ""}`.trim() || undefined,
  }));
}

/** All cases of a player with their steps, oldest first. */
export async function listOwnCases(db: Db, userId: string) {
  const found = (await selectCases(db).where("c.user_id", "=", userId).orderBy("c.opened_at").execute()).map(toCase);
  return Promise.all(found.map(async (one) => ({ ...one, steps: await listStepRows(db, one.id) })));
}

/** Deletes all cases of a player. */
export async function deleteCasesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("care_cases").where("user_id", "=", userId).execute();
}

export async function deleteOldCases(db: Db, closedBefore: Date): Promise<void> {
  await db.deleteFrom("care_cases").where("closed_at", "<", closedBefore).execute();
}

/** In pence and counts. */
export type CaseFigures = { readonly spent: number; readonly usual: number; readonly orders: number; readonly signIns: number };

/** Figures for the last 30 days; `usual`: the average per 30 days of the 90 days before. */
export async function readFigures(db: Db, userId: string, now: Date): Promise<CaseFigures> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { rows } = await sql<{ spent: number; usual: number; orders: number; sign_ins: number }>`
    SELECT coalesce(sum(total_pence - refunded_pence - returning_pence) FILTER (WHERE created_at > ${ago(30)}), 0)::bigint AS spent,
      round(coalesce(sum(total_pence - refunded_pence - returning_pence) FILTER (WHERE created_at <= ${ago(30)}), 0) / 3.0)::bigint AS usual,
      count(*) FILTER (WHERE created_at > ${ago(30)})::int AS orders,
      (SELECT count(*) FROM sessions s WHERE s.user_id = ${userId} AND s.created_at > ${ago(30)})::int AS sign_ins
    FROM orders WHERE user_id = ${userId} AND kind = 'paid' AND state = 'paid' AND created_at > ${ago(120)}`.execute(db);
  const [row] = rows;
  return {
    spent: Number(row?.spent ?? 0),
    usual: Number(row?.usual ?? 0),
    orders: Number(row?.orders ?? 0),
    signIns: Number(row?.sign_ins ?? 0),
  };
}
