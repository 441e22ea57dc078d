/** Reads draws with their pictures, waiting room and free entries. */
import { type ExpressionBuilder, type InferResult, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Ctx } from "#platform/ctx.server.ts";
import type { DB } from "#platform/postgres/db-types.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import type { FocalPoint } from "#shared/brand/picture.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { LotteryStatus } from "#shared/states.ts";
import type { Cancellation } from "../rules/cancel-reason.ts";
import { PUBLIC_COLUMNS, publicFacts, SECRET_COLUMNS, secretFacts } from "../rules/fields/facts.ts";
import type { Lottery } from "../rules/lottery.ts";
import { isShopOpen } from "./lifecycle-store.ts";
import { pictureOfPhotoSql } from "./pictures/picture-store.ts";

type Reader = Pick<Ctx, "db">;

/** Confirmed postal entries, which are not part of the stock. */
const freeEntries = sql<number>`(
  SELECT coalesce(sum(o.quantity), 0)::integer FROM orders o WHERE o.lottery_id = lotteries.id AND o.state = 'free'
)`.as("free_entries");

/** The pictures in order, as JSON. */
const images = (eb: ExpressionBuilder<DB, "lotteries">) =>
  jsonArrayFrom(
    eb
      .selectFrom("lottery_images")
      .leftJoin("focal_points", "picture_url", "image_url")
      .select(["lottery_images.id", "image_url", "display_order", "width", "height", "widths", "placeholder", "x", "y"])
      .whereRef("lottery_images.lottery_id", "=", "lotteries.id")
      .orderBy("display_order"),
  ).as("images");

/** The draw's active waiting room; time in ms. */
const queue = sql<{ opens: number | null; gathers: number } | null>`(
  SELECT json_build_object('opens', extract(epoch FROM w.opens_at) * 1000, 'gathers', w.gather_minutes)
  FROM waiting_rooms w WHERE w.lottery_id = lotteries.id AND w.is_on
)`.as("queue");

const winnerPhotoFocus = sql<FocalPoint | null>`(
  SELECT json_build_object('x', f.x, 'y', f.y) FROM focal_points f WHERE f.picture_url = ${pictureOfPhotoSql("winner_photo_url")}
)`.as("winner_photo_focus");

type PrizePhoto = { readonly place: number; readonly url: string; readonly focus: FocalPoint | null };

/** Photos of the winners of further prizes; null for a draw with one prize. */
const prizePhotos = sql<readonly PrizePhoto[] | null>`CASE WHEN further_prizes <> '[]' THEN (
  SELECT json_agg(json_build_object('place', p.place, 'url', p.url, 'focus',
    (SELECT json_build_object('x', f.x, 'y', f.y) FROM focal_points f WHERE f.picture_url = ${pictureOfPhotoSql("url")})))
  FROM winner_photos p WHERE p.lottery_id = lotteries.id) END`.as("prize_photos");

/** The query of all columns that `toLottery` needs, without a condition. */
export function selectLotteries({ db }: { readonly db: Db | Tx }) {
  return db
    .selectFrom("lotteries")
    .select([
      "id",
      "short_number",
      ...PUBLIC_COLUMNS,
      "tickets_sold",
      "tickets_held",
      "opens_at",
      "closes_at",
      "sales_state",
      "takes_free_entries",
      "held_by_newcomers",
      "winner_id",
      "winner_photo_url",
      ...(["cancel_reason", "cancel_note", "cancel_note_fr", "created_at"] as const),
      freeEntries,
      sql<boolean>`NOT ${isShopOpen}`.as("is_shop_shut"),
      queue,
      images,
      winnerPhotoFocus,
      prizePhotos,
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectLotteries>["executeTakeFirstOrThrow"]>>;

/**
 * The SHA-256 of each file of each picture, by the picture's address; without old pictures that have none.
 */
export async function listFileHashes(
  db: Db | Tx,
  lotteryId: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const rows = await db
    .selectFrom("lottery_images")
    .select(["image_url", "file_hashes"])
    .where("lottery_id", "=", lotteryId)
    .where("file_hashes", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.image_url, row.file_hashes as Record<string, string>]));
}

function cancellationOf(row: Row): Cancellation | undefined {
  const { cancel_reason: reason, cancel_note: en, cancel_note_fr: fr } = row;
  return reason === null ? undefined : { reason, note: en === null ? undefined : { en, fr: fr ?? undefined } };
}

/** A draw without its secret facts. */
export function toLottery(row: Row): Lottery {
  return {
    id: row.id,
    shortNumber: row.short_number,
    ...publicFacts(row),
    ticketsSold: row.tickets_sold,
    ticketsHeld: row.tickets_held,
    freeEntries: row.free_entries,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    queue: row.queue
      ? { opensAt: row.queue.opens === null ? undefined : new Date(row.queue.opens), gatherMinutes: row.queue.gathers }
      : undefined,
    salesState: row.sales_state,
    isShopShut: row.is_shop_shut,
    takesFreeEntries: row.takes_free_entries,
    heldByNewcomers: row.held_by_newcomers,
    images: row.images.map((image) => ({
      id: image.id,
      displayOrder: image.display_order,
      picture: {
        url: image.image_url,
        width: image.width,
        height: image.height,
        widths: image.widths,
        placeholder: image.placeholder,
        focus: image.x === null || image.y === null ? undefined : { x: image.x, y: image.y },
      },
    })),
    winnerId: row.winner_id ?? undefined,
    winnerPhotoUrl: row.winner_photo_url ?? undefined,
    winnerPhotoFocus: row.winner_photo_focus ?? undefined,
    prizePhotos: (row.prize_photos ?? []).map(({ focus, ...photo }) => ({ ...photo, focus: focus ?? undefined })),
    cancellation: cancellationOf(row),
    createdAt: row.created_at,
  };
}

/** A draw of any status. */
export async function findLotteryRow(reader: { readonly db: Db | Tx }, id: string): Promise<Lottery | undefined> {
  const row = await selectLotteries(reader).where("id", "=", id).executeTakeFirst();
  return row && toLottery(row);
}

/** Draws of any status, in no order. */
export async function listLotteryRowsById(reader: Reader, ids: readonly string[]): Promise<Lottery[]> {
  if (ids.length === 0) return [];
  const rows = await selectLotteries(reader).where("id", "in", ids).execute();
  return rows.map(toLottery);
}

/** Active draws newest first, others by the end of sales, latest first. */
export async function listLotteryRows(reader: Reader, status: LotteryStatus, limit: number): Promise<Lottery[]> {
  const order = status === "active" ? sql`created_at desc, id` : sql`end_date desc, id`;
  const rows = await selectLotteries(reader).where("status", "=", status).orderBy(order).limit(limit).execute();
  return rows.map(toLottery);
}

/** Draws with a winner, latest first. */
export async function listWonLotteryRows(reader: Reader, limit: number): Promise<Lottery[]> {
  const rows = await selectLotteries(reader)
    .where("status", "=", "completed")
    .where("winner_id", "is not", null)
    .orderBy(sql`end_date desc, id`)
    .limit(limit)
    .execute();
  return rows.map(toLottery);
}

/** With the right option; undefined if any is right. For checking answers on the server only. */
export function selectWithAnswer(db: Db | Tx, { id }: { readonly id: string }) {
  return selectLotteries({ db }).select(SECRET_COLUMNS).where("id", "=", id);
}
export type RowWithAnswer = InferResult<ReturnType<typeof selectWithAnswer>>[number];

/** `rightOption`: undefined if any is right. */
export function toLotteryWithAnswer(row: RowWithAnswer): { lottery: Lottery; rightOption: string | undefined } {
  return { lottery: toLottery(row), ...secretFacts(row) };
}

/** The value of all prizes of a draw. */
const allPrizes = sql<number>`price_value_pence + coalesce(
  (SELECT sum((prize->>'value_pence')::bigint) FROM jsonb_array_elements(further_prizes) AS prize), 0)`;

/**
 * Draws won, the value of their prizes, and tickets issued, over all published draws. Uses the draws'
 * counters instead of counting tickets.
 */
export async function countFigureRows({ db }: Reader): Promise<{ won: number; prizes: Pence; tickets: number }> {
  const row = await db
    .selectFrom("lotteries")
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere("winner_id", "is not", null).as("won"),
      eb.fn.sum<string | null>(allPrizes).filterWhere("winner_id", "is not", null).as("prizes"),
      eb.fn.sum<string | null>("last_ticket_number").as("tickets"),
    ])
    .where("status", "!=", "draft")
    .executeTakeFirstOrThrow();
  return { won: Number(row.won), prizes: pence(Number(row.prizes ?? 0)), tickets: Number(row.tickets ?? 0) };
}

/** Active draws without free entries by post, which the law requires. */
export async function countPaidOnly({ db }: Reader): Promise<number> {
  return countRows(db.selectFrom("lotteries").where("status", "=", "active").where("takes_free_entries", "=", false));
}

export async function countForCharity({ db }: Reader): Promise<number> {
  return countRows(db.selectFrom("lotteries").where("status", "!=", "draft").where("charity", "is not", null));
}

/** Whether any draw has ever been published. */
export async function hasPublished({ db }: Reader): Promise<boolean> {
  return (await db.selectFrom("lotteries").select("id").where("status", "!=", "draft").limit(1).executeTakeFirst()) !== undefined;
}
