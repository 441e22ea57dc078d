/** Reads the journal for pages and files. Periods include the day `from` and exclude the day `before`. */
import { sql } from "kysely";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { type Charity, charityShape } from "#features/lotteries/rules/prize/charity.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { Account } from "#shared/accounts.ts";
import type { Day } from "#shared/dates/dates.ts";
import { fromRow } from "#shared/from-row.ts";
import type { DocumentKind, EntryKind, LotteryStatus } from "#shared/states.ts";
import type { Lines } from "../rules/lines.ts";

/** `month` is its first day. */
export type MonthRow = { readonly month: Day; readonly closedAt: Date | undefined };

/** Months with entries or closed, newest first. */
export async function listMonthRows(db: Db): Promise<MonthRow[]> {
  const { rows } = await sql<{ month: string; closed_at: Date | null }>`
    SELECT coalesce(e.month, m.month) AS month, m.closed_at
    FROM (SELECT DISTINCT date_trunc('month', day)::date AS month FROM journal_entries) e
    FULL JOIN closed_months m ON m.month = e.month ORDER BY 1 DESC`.execute(db);
  return rows.map(({ month, closed_at }) => ({ month, closedAt: closed_at ?? undefined }));
}

/** `entries`: their number; `sums`: pence by account. */
export type DayRow = { readonly day: Day; readonly entries: number; readonly sums: Lines };

/** Days with entries, oldest first. */
export async function listDayRows(db: Db, from: Day, before: Day): Promise<DayRow[]> {
  const { rows } = await sql<{ day: string; entries: string; sums: Lines }>`
    WITH sums AS (
      SELECT e.day, l.account, sum(l.amount_pence) AS amount FROM journal_entries e JOIN journal_lines l ON l.entry = e.number
      WHERE e.day >= ${from} AND e.day < ${before} GROUP BY 1, 2
    ), counts AS (
      SELECT day, count(*) AS entries FROM journal_entries WHERE day >= ${from} AND day < ${before} GROUP BY day
    )
    SELECT c.day, c.entries, coalesce(jsonb_object_agg(s.account, s.amount) FILTER (WHERE s.amount <> 0), '{}') AS sums
    FROM counts c LEFT JOIN sums s ON s.day = c.day GROUP BY c.day, c.entries ORDER BY c.day`.execute(db);
  return rows.map(({ day, entries, sums }) => ({ day, entries: Number(entries), sums }));
}

/** An entry with the names of its order and draw; `amount` in pence, a debit is positive. */
export type EntryRow = {
  readonly number: number;
  readonly day: Day;
  readonly at: Date;
  readonly kind: EntryKind;
  readonly orderId: string | undefined;
  readonly orderNumber: string | undefined;
  readonly lottery: Messages | undefined;
  readonly provider: string | undefined;
  readonly corrects: number | undefined;
  readonly vatCode: string | undefined;
  readonly document: { readonly kind: DocumentKind; readonly number: number } | undefined;
  readonly lines: readonly { readonly account: Account; readonly amount: number }[];
};

/** Entries by number; continues after the entry `after`. */
export async function listEntryRows(
  db: Db,
  from: Day,
  before: Day,
  page: { limit: number; offset?: number; after?: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<
    Omit<EntryRow, "lottery" | "document"> & {
      title: string | null;
      title_fr: string | null;
      document_kind: DocumentKind | null;
      document_number: number;
    }
  >`
    SELECT e.number, e.day, e.happened_at AS at, e.kind, e.order_id AS "orderId", o.order_number AS "orderNumber", t.title, t.title_fr,
      e.provider, e.corrects, d.kind AS document_kind, d.number AS document_number,
      (SELECT max(vat_code) FROM journal_lines l WHERE l.entry = e.number) AS "vatCode",
      (SELECT jsonb_agg(jsonb_build_object('account', account, 'amount', amount_pence) ORDER BY amount_pence DESC, account)
        FROM journal_lines l WHERE l.entry = e.number) AS lines
    FROM journal_entries e LEFT JOIN orders o ON o.id = e.order_id LEFT JOIN lotteries t ON t.id = e.lottery_id
      LEFT JOIN documents d ON d.entry = e.number
    WHERE e.day >= ${from} AND e.day < ${before} AND e.number > ${page.after ?? 0}
    ORDER BY e.number LIMIT ${page.limit} OFFSET ${page.offset ?? 0}`.execute(db);
  return rows.map(({ title, title_fr, document_kind, document_number, ...row }) => ({
    ...fromRow(row),
    number: Number(row.number),
    lottery: title === null ? undefined : { en: title, fr: title_fr ?? undefined },
    document: document_kind === null ? undefined : { kind: document_kind, number: Number(document_number) },
  }));
}

/** The number of entries from a day on, before another day. */
export async function countEntryRows(db: Db, from: Day, before: Day): Promise<number> {
  return countRows(db.selectFrom("journal_entries").where("day", ">=", from).where("day", "<", before));
}

/** A draw with the sums of its entries, in pence by account. */
export type DrawRow = {
  readonly lotteryId: string;
  readonly shortNumber: number;
  readonly title: Messages;
  readonly status: LotteryStatus;
  readonly charity: Charity | undefined;
  readonly sums: Lines;
};

/** Draws with entries, newest first. */
export async function listDrawRows(db: Db, page: { readonly limit: number; readonly offset: number }): Promise<DrawRow[]> {
  const { rows } = await sql<{
    id: string;
    short_number: number;
    title: string;
    title_fr: string | null;
    status: LotteryStatus;
    charity: unknown;
    sums: Lines;
  }>`
    WITH shown AS (
      SELECT id, short_number, title, title_fr, status, charity FROM lotteries l WHERE EXISTS (SELECT FROM journal_entries e WHERE e.lottery_id = l.id)
      ORDER BY short_number DESC LIMIT ${page.limit} OFFSET ${page.offset}
    )
    SELECT s.*, (SELECT jsonb_object_agg(account, amount) FROM (
        SELECT l.account, sum(l.amount_pence) AS amount FROM journal_entries e JOIN journal_lines l ON l.entry = e.number
        WHERE e.lottery_id = s.id GROUP BY l.account) a) AS sums
    FROM shown s ORDER BY s.short_number DESC`.execute(db);
  return rows.map(({ id: lotteryId, title, title_fr, charity, ...row }) => ({
    ...{ ...fromRow(row), lotteryId },
    charity: charity ? charityShape.parse(charity) : undefined,
    title: { en: title, fr: title_fr ?? undefined },
  }));
}

/** The number of draws with entries in the journal. */
export async function countDrawRows(db: Db): Promise<number> {
  const { rows } = await sql<{ draws: string }>`
    SELECT count(*) AS draws FROM lotteries l WHERE EXISTS (SELECT FROM journal_entries e WHERE e.lottery_id = l.id)`.execute(db);
  return Number(rows[0]?.draws ?? 0);
}

/** All draws but drafts, newest first, for the cost form. */
export async function listCostlyDraws(
  db: Db,
): Promise<{ id: string; shortNumber: number; title: Messages; hasCharity: boolean }[]> {
  const rows = await db
    .selectFrom("lotteries")
    .select(["id", "short_number", "title", "title_fr"])
    .select(sql<boolean>`charity IS NOT NULL`.as("has_charity"))
    .where("status", "<>", "draft")
    .orderBy("short_number", "desc")
    .execute();
  return rows.map(({ title, title_fr, ...row }) => ({ ...fromRow(row), title: { en: title, fr: title_fr ?? undefined } }));
}

/** `entry`: the number of its entry; `vat` is part of `amount`, in pence. */
export type DocumentRow = {
  readonly kind: DocumentKind;
  readonly number: number;
  readonly day: Day;
  readonly orderNumber: string;
  readonly amount: number;
  readonly vat: number;
  readonly vatCode: string | undefined;
  readonly entry: number;
};

/** Documents by the number of their entry; continues after the entry `after`. */
export async function listDocumentRows(
  db: Db,
  from: Day,
  before: Day,
  { after, limit }: { after: number; limit: number },
): Promise<DocumentRow[]> {
  const rows = await db
    .selectFrom("documents as d")
    .innerJoin("journal_entries as e", "e.number", "d.entry")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .select(["d.kind", "d.number", "e.day", "o.order_number", "d.amount_pence", "d.vat_pence", "d.vat_code", "d.entry"])
    .where("e.day", ">=", from)
    .where("e.day", "<", before)
    .where("e.number", ">", after)
    .orderBy("e.number")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...{ kind: row.kind, number: row.number, day: row.day, orderNumber: row.order_number, entry: row.entry },
    amount: row.amount_pence,
    vat: row.vat_pence,
    vatCode: row.vat_code ?? undefined,
  }));
}
