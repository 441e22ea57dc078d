/** SQL of the API's list of draws. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { pence, toPounds } from "#shared/money.ts";
import type { LotteryStatus } from "#shared/states.ts";
import type { DrawRow } from "../rules/draws-call.ts";

type Mark = readonly [micros: string, id: string];

/** Newest first. */
export async function listDrawsBehind(
  db: Db,
  { status, after, limit }: { status: LotteryStatus | undefined; after: Mark | undefined; limit: number },
): Promise<{ row: DrawRow; mark: [string, string] }[]> {
  let rows = db
    .selectFrom("lotteries")
    .select(["id", "short_number", "title", "status", "sales_state", "price_per_ticket_pence"])
    .select(["tickets_available", "tickets_sold", "tickets_held", "closes_at", "created_at"])
    .select(sql<string>`(extract(epoch FROM created_at) * 1000000)::bigint::text`.as("micros"))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit);
  if (status) rows = rows.where("status", "=", status);
  if (after) {
    const at = sql`timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond'`;
    rows = rows.where(sql<boolean>`(created_at < ${at} OR (created_at = ${at} AND id > ${after[1]}::uuid))`);
  }
  return (await rows.execute()).map(({ micros, price_per_ticket_pence: price, closes_at, created_at, ...row }) => ({
    row: {
      ...row,
      price_per_ticket: toPounds(pence(price)),
      closes_at: closes_at.toISOString(),
      created_at: created_at.toISOString(),
    },
    mark: [micros, row.id],
  }));
}
