/** SQL of the entry list. The database formats its lines in batches, which is fast for a million. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

export type EntryLines = {
  readonly csv: string;
  readonly lastTicket: number;
};

/** Up to `limit` lines after a ticket number, with those voided after `frozenAt`; undefined if none. */
export async function findEntryLines(
  db: Db | Tx,
  at: { lotteryId: string; after: number; limit: number; frozenAt: Date | undefined },
): Promise<EntryLines | undefined> {
  const isIn = at.frozenAt === undefined ? sql`void_at IS NULL` : sql`(void_at IS NULL OR void_at > ${at.frozenAt})`;
  const { rows } = await sql<{ csv: string | null; last: number | null }>`
    SELECT string_agg(ticket_number || ',' || encode(tag, 'hex') || E'\n', '' ORDER BY ticket_number) AS csv, max(ticket_number) AS last
    FROM (
      SELECT ticket_number, tag FROM tickets WHERE lottery_id = ${at.lotteryId} AND ticket_number > ${at.after} AND ${isIn}
      ORDER BY ticket_number LIMIT ${at.limit}
    ) AS piece`.execute(db);
  const [row] = rows;
  return row?.csv && row.last ? { csv: row.csv, lastTicket: row.last } : undefined;
}

export type BlockRow = { readonly firstTicket: number; readonly root: string };

export async function listBlocks(db: Db | Tx, lotteryId: string): Promise<BlockRow[]> {
  const rows = await db
    .selectFrom("draw_blocks")
    .select(["first_ticket_number", "root"])
    .where("lottery_id", "=", lotteryId)
    .orderBy("block")
    .execute();
  return rows.map((row) => ({ firstTicket: row.first_ticket_number, root: row.root }));
}
