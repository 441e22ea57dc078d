/** Reads the list of entries. The database formats its lines in batches, which is fast for a million. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Lines of entries.csv, and the number of the last ticket. */
export type EntryLines = {
  readonly csv: string;
  readonly lastTicket: number;
};

/**
 * Up to `limit` lines after a ticket number; undefined if there are none. With `frozenAt`, tickets that
 * became void later are included, since they are on the frozen list.
 */
export async function findEntryLines(
  db: Db | Tx,
  range: { lotteryId: string; after: number; limit: number; frozenAt: Date | undefined },
): Promise<EntryLines | undefined> {
  const isListed = range.frozenAt === undefined ? sql`void_at IS NULL` : sql`(void_at IS NULL OR void_at > ${range.frozenAt})`;
  const { rows } = await sql<{ csv: string | null; last: number | null }>`
    SELECT string_agg(ticket_number || ',' || encode(tag, 'hex') || E'\n', '' ORDER BY ticket_number) AS csv, max(ticket_number) AS last
    FROM (
      SELECT ticket_number, tag FROM tickets WHERE lottery_id = ${range.lotteryId} AND ticket_number > ${range.after} AND ${isListed}
      ORDER BY ticket_number LIMIT ${range.limit}
    ) AS batch`.execute(db);
  const [row] = rows;
  return row?.csv && row.last ? { csv: row.csv, lastTicket: row.last } : undefined;
}

/** A block of the Merkle tree: its first ticket, and its root in hex. */
export type BlockRow = { readonly firstTicket: number; readonly root: string };

/** The blocks of a frozen list, in order; empty for old draws. */
export async function listBlocks(db: Db | Tx, lotteryId: string): Promise<BlockRow[]> {
  const rows = await db
    .selectFrom("draw_blocks")
    .select(["first_ticket_number", "root"])
    .where("lottery_id", "=", lotteryId)
    .orderBy("block")
    .execute();
  return rows.map((row) => ({ firstTicket: row.first_ticket_number, root: row.root }));
}
