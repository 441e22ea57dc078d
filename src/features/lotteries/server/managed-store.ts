/** Draws as staff manage them: with drafts, versions, right answers and pictures. */

import { type ExpressionBuilder, sql } from "kysely";
import { containsWords } from "#features/accounts/server/search-people.ts";
import type { DB } from "#platform/postgres/db-types.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows, followsCursor, type Cursor, microsOf } from "#platform/postgres/queries.ts";
import type { HashedPicture } from "#shared/brand/picture.ts";
import { type Pence, pence, toPounds } from "#shared/money/money.ts";
import type { LotteryStatus } from "#shared/states.ts";
import { drawDates } from "../rules/dates/draw-dates.ts";
import type { DrawRow } from "../rules/draws-call.ts";
import { type LotteryDraft, SECRET_COLUMNS, secretFacts } from "../rules/fields/facts.ts";
import type { Lottery } from "../rules/lottery.ts";
import { selectLotteries, toLottery } from "./store.ts";

/**
 * `version` grows with each manual change; `hasOrders`: even an expired order; `tickets`: all ever issued,
 * void ones too.
 */
export type ManagedLottery = Lottery &
  LotteryDraft & {
    readonly version: number;
    readonly hasOrders: boolean;
    readonly tickets: number;
    readonly isArchived: boolean;
  };

const hasOrders = (eb: ExpressionBuilder<DB, "lotteries">) =>
  eb.exists(eb.selectFrom("orders").select("orders.id").whereRef("orders.lottery_id", "=", "lotteries.id")).as("has_orders");

const selectManaged = (db: Db | Tx) =>
  selectLotteries({ db })
    .select(["version", "last_ticket_number", "archived_at", ...SECRET_COLUMNS])
    .select(hasOrders);

type Row = Awaited<ReturnType<ReturnType<typeof selectManaged>["executeTakeFirstOrThrow"]>>;

function toManaged(row: Row): ManagedLottery {
  return {
    ...toLottery(row),
    version: row.version,
    ...secretFacts(row),
    hasOrders: Boolean(row.has_orders),
    tickets: row.last_ticket_number,
    isArchived: row.archived_at !== null,
  };
}

type Listed = { readonly isArchived: boolean; readonly limit: number; readonly offset: number };

export async function listManagedRows(db: Db, { isArchived, limit, offset }: Listed): Promise<ManagedLottery[]> {
  const listed = selectManaged(db).where("archived_at", isArchived ? "is not" : "is", null);
  const rows = await listed.orderBy("created_at", "desc").orderBy("id").limit(limit).offset(offset).execute();
  return rows.map(toManaged);
}

/** Drafts and draws on sale, newest first. */
export async function listOpenRows(db: Db): Promise<ManagedLottery[]> {
  const open = selectManaged(db).where("status", "in", ["draft", "active"]).where("archived_at", "is", null);
  return (await open.orderBy("created_at", "desc").orderBy("id").execute()).map(toManaged);
}

export type FoundDraw = Pick<Lottery, "id" | "shortNumber" | "title" | "status">;

/** Draws with these words in a title, newest first. */
export async function findDrawRows(db: Db, { q, limit }: { q: string; limit: number }): Promise<FoundDraw[]> {
  const rows = await db
    .selectFrom("lotteries")
    .select(["id", "short_number", "title", "title_fr", "status"])
    .where(containsWords(sql`plain(title || ' ' || coalesce(title_fr, ''))`, q))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, short_number, title, title_fr, status }) => ({
    ...{ id, shortNumber: short_number, title: { en: title, fr: title_fr ?? undefined }, status },
  }));
}

/** The ticket price of each other draw that was ever on sale, in pence. */
export async function listOtherPrices(db: Db, lotteryId: string | undefined): Promise<Pence[]> {
  let rows = db.selectFrom("lotteries").select("price_per_ticket_pence").where("status", "in", ["active", "completed"]);
  if (lotteryId !== undefined) rows = rows.where("id", "!=", lotteryId);
  return (await rows.execute()).map(({ price_per_ticket_pence }) => pence(price_per_ticket_pence));
}

export async function countLotteryRows(db: Db, { isArchived }: Pick<Listed, "isArchived">): Promise<number> {
  return countRows(db.selectFrom("lotteries").where("archived_at", isArchived ? "is not" : "is", null));
}

export async function findManagedRow(db: Db | Tx, id: string): Promise<ManagedLottery | undefined> {
  const row = await selectManaged(db).where("id", "=", id).executeTakeFirst();
  return row && toManaged(row);
}

/** Drafts whose time to be published has come. */
export async function listDueDrafts(db: Db, now: Date): Promise<string[]> {
  const due = db.selectFrom("lotteries").select("id").where("status", "=", "draft").where("publish_at", "<=", now);
  return (await due.orderBy("publish_at").execute()).map(({ id }) => id);
}

/** Blocks orders, changes, draws and cancellations until the transaction ends. */
export async function lockManagedRow(tx: Tx, id: string): Promise<ManagedLottery | undefined> {
  const locked = await tx.selectFrom("lotteries").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  return locked && findManagedRow(tx, id);
}

/** The draw that a form with this key created. */
export async function findManagedByKey(db: Db | Tx, requestKey: string): Promise<ManagedLottery | undefined> {
  const row = await db.selectFrom("lotteries").select("id").where("request_key", "=", requestKey).executeTakeFirst();
  return row && findManagedRow(db, row.id);
}

export async function deleteImages(tx: Tx, lotteryId: string): Promise<void> {
  await tx.deleteFrom("lottery_images").where("lottery_id", "=", lotteryId).execute();
}

/** Adds pictures; the first gets this display order. */
export async function addImages(
  tx: Tx,
  lotteryId: string,
  pictures: readonly HashedPicture[],
  firstOrder: number,
): Promise<void> {
  if (pictures.length === 0) return;
  await tx
    .insertInto("lottery_images")
    .values(
      pictures.map((picture, index) => ({
        lottery_id: lotteryId,
        image_url: picture.url,
        display_order: firstOrder + index,
        file_hashes: JSON.stringify(picture.fileHashes),
        width: picture.width,
        height: picture.height,
        widths: [...picture.widths],
        placeholder: picture.placeholder,
      })),
    )
    .execute();
}

/** Replaces all pictures of a draw, in this order. */
export async function replaceImages(tx: Tx, lotteryId: string, pictures: readonly HashedPicture[]): Promise<void> {
  await deleteImages(tx, lotteryId);
  await addImages(tx, lotteryId, pictures, 0);
}

/** Draws for API clients, newest first, after the cursor `after`. */
export async function listDrawsAfter(
  db: Db,
  { status, after, limit }: { status: LotteryStatus | undefined; after: Cursor | undefined; limit: number },
): Promise<{ row: DrawRow; mark: [string, string] }[]> {
  let rows = db
    .selectFrom("lotteries")
    .select(["id", "short_number", "title", "status", "sales_state", "price_per_ticket_pence"])
    .select(["tickets_available", "tickets_sold", "tickets_held", "opens_at", "closes_at", "created_at"])
    .select(["end_date", "end_time", "takes_free_entries"])
    .select(microsOf("created_at").as("micros"))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit);
  if (status) rows = rows.where("status", "=", status);
  if (after) rows = rows.where(followsCursor(after, { at: "created_at", id: "id" }));
  return (await rows.execute()).map(
    ({
      micros,
      price_per_ticket_pence: price,
      opens_at,
      closes_at,
      created_at,
      end_date,
      end_time,
      takes_free_entries,
      ...row
    }) => {
      const dates = drawDates({ endDate: end_date, endTime: end_time, takesFreeEntries: takes_free_entries });
      return {
        row: {
          ...row,
          price_per_ticket: toPounds(pence(price)),
          opens_at: opens_at.toISOString(),
          closes_at: closes_at.toISOString(),
          last_post_date: dates.lastPostOn ?? null,
          earliest_draw_date: dates.drawnFrom,
          created_at: created_at.toISOString(),
        },
        mark: [micros, row.id],
      };
    },
  );
}
