/** SQL of the draws as administrators change them: with drafts, versions, right answers, and whether an order makes them final. */
import { type ExpressionBuilder, sql } from "kysely";
import type { Db, Tx } from "#platform/db.server.ts";
import type { DB } from "#platform/db-types.ts";
import { type LotteryDraft, rowOf, SECRET_COLUMNS, secretFacts } from "../rules/facts.ts";
import type { Lottery } from "../rules/lottery.ts";
import type { KeptPicture } from "./keep-pictures.ts";
import { selectLotteries, toLottery } from "./store.ts";

/** `version` grows with each change by hand; `hasOrders` even where they are over or never paid; `tickets` counts the void ones too. */
export type ManagedLottery = Lottery &
  LotteryDraft & {
    readonly version: number;
    readonly hasOrders: boolean;
    readonly tickets: number;
  };

const hasOrders = (eb: ExpressionBuilder<DB, "lotteries">) =>
  eb.exists(eb.selectFrom("orders").select("orders.id").whereRef("orders.lottery_id", "=", "lotteries.id")).as("has_orders");

const managed = (db: Db | Tx) =>
  selectLotteries({ db })
    .select(["version", "last_ticket_number", ...SECRET_COLUMNS])
    .select(hasOrders);

type Row = Awaited<ReturnType<ReturnType<typeof managed>["executeTakeFirstOrThrow"]>>;

function toManaged(row: Row): ManagedLottery {
  return {
    ...toLottery(row),
    version: row.version,
    ...secretFacts(row),
    hasOrders: Boolean(row.has_orders),
    tickets: row.last_ticket_number,
  };
}

/** Newest first. */
export async function listManagedRows(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<ManagedLottery[]> {
  const rows = await managed(db).orderBy("created_at", "desc").orderBy("id").limit(limit).offset(offset).execute();
  return rows.map(toManaged);
}

export async function countLotteryRows(db: Db): Promise<number> {
  const row = await db
    .selectFrom("lotteries")
    .select((eb) => eb.fn.countAll<string>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function findManagedRow(db: Db | Tx, id: string): Promise<ManagedLottery | undefined> {
  const row = await managed(db).where("id", "=", id).executeTakeFirst();
  return row && toManaged(row);
}

/** Until the transaction ends nobody orders, changes, draws or cancels; what is read is what is there now. */
export async function lockManagedRow(tx: Tx, id: string): Promise<ManagedLottery | undefined> {
  const locked = await tx.selectFrom("lotteries").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  return locked && findManagedRow(tx, id);
}

/** Returns the new draw's id. */
export async function insertLottery(tx: Tx, draft: LotteryDraft, now: Date): Promise<string> {
  const row = await tx
    .insertInto("lotteries")
    .values({ ...rowOf(draft), created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** One version on. A draw that is completed by hand takes no ticket any more. */
export async function updateLottery(tx: Tx, id: string, draft: LotteryDraft, now: Date): Promise<void> {
  await tx
    .updateTable("lotteries")
    .set((eb) => ({ ...rowOf(draft), version: eb("version", "+", 1), updated_at: now }))
    .$if(draft.status === "completed", (query) =>
      query.set({ sales_state: sql`CASE sales_state WHEN 'drawn' THEN 'drawn' ELSE 'closed' END` }),
    )
    .where("id", "=", id)
    .execute();
}

/** All of a draw's pictures, in this order, instead of those that it had. */
export async function replaceImages(tx: Tx, lotteryId: string, pictures: readonly KeptPicture[]): Promise<void> {
  await tx.deleteFrom("lottery_images").where("lottery_id", "=", lotteryId).execute();
  await addImages(tx, lotteryId, pictures, 0);
}

/** @param from the place of the first of them, from 0 */
export async function addImages(tx: Tx, lotteryId: string, pictures: readonly KeptPicture[], from: number): Promise<void> {
  if (pictures.length === 0) return;
  await tx
    .insertInto("lottery_images")
    .values(
      pictures.map((picture, index) => ({
        lottery_id: lotteryId,
        image_url: picture.url,
        display_order: from + index,
        file_hashes: JSON.stringify(picture.fileHashes),
        width: picture.width,
        height: picture.height,
        widths: [...picture.widths],
        placeholder: picture.placeholder,
      })),
    )
    .execute();
}

/** With its pictures' rows. Throws a foreign key's violation where something still names it. */
export async function deleteLotteryRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("lottery_images").where("lottery_id", "=", id).execute();
  await tx.deleteFrom("lotteries").where("id", "=", id).execute();
}
