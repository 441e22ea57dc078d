/** Closed months, VAT rates, costs of prizes and labels of accounts. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import { type Labels, OWN_LABELS } from "../../rules/chart.ts";
import type { VatRate } from "../../rules/rates.ts";

/** `by`: the administrator's id; undefined for a command. */
type Entered = { readonly at: Date; readonly by: string | undefined };

/** Whether a month, given by its first day, is closed. */
export async function isMonthClosed(db: Db | Tx, month: Day): Promise<boolean> {
  const row = await db.selectFrom("closed_months").select("month").where("month", "=", month).executeTakeFirst();
  return row !== undefined;
}

/** `lastEntry`: the number of the journal's last entry at the time. */
export async function insertClosedMonth(
  tx: Tx,
  closed: Entered & { readonly month: Day; readonly lastEntry: number },
): Promise<void> {
  const { month, at, by, lastEntry } = closed;
  await tx
    .insertInto("closed_months")
    .values({ month, closed_at: at, closed_by: by ?? null, last_entry: lastEntry })
    .execute();
}

/** Stores a rate from a day on. */
export async function insertVatRate(tx: Tx, { appliesTo, code, points, from, at, by }: VatRate & Entered): Promise<void> {
  await tx
    .insertInto("vat_rates")
    .values({ applies_to: appliesTo, code, rate_points: points, from_day: from, set_at: at, set_by: by ?? null })
    .execute();
}

/** `amount` in pence; negative if it reverses an earlier cost. */
export type PrizeCost = { readonly lotteryId: string; readonly amount: number; readonly day: Day; readonly note: string };

/** A cost by its id. */
export async function findPrizeCost(tx: Tx, id: string): Promise<PrizeCost | undefined> {
  const row = await tx
    .selectFrom("prize_costs")
    .select(["lottery_id", "amount_pence", "day", "note"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { lotteryId: row.lottery_id, amount: row.amount_pence, day: row.day, note: row.note };
}

/** Stores a cost. `isCash`: the cash alternative was paid. @returns false for an unknown draw or a draft */
export async function insertPrizeCost(
  tx: Tx,
  {
    id,
    lotteryId,
    amount,
    day,
    note,
    isCash = false,
    at,
    by,
  }: PrizeCost & Entered & { readonly id: string; readonly isCash?: boolean },
): Promise<boolean> {
  const row = await tx
    .insertInto("prize_costs")
    .columns(["id", "lottery_id", "amount_pence", "day", "note", "is_cash", "entered_at", "entered_by"])
    .expression((eb) =>
      eb
        .selectFrom("lotteries")
        .select([
          eb.cast<string>(eb.val(id), "uuid").as("cost"),
          "id",
          eb.val(amount).$castTo<number>().as("amount"),
          eb.cast<string>(eb.val(day), "date").as("day"),
          eb.val(note).as("note"),
          eb.cast<boolean>(eb.val(isCash), "boolean").as("cash"),
        ])
        .select([eb.cast<Date>(eb.val(at), "timestamptz").as("at"), eb.cast<string | null>(eb.val(by ?? null), "uuid").as("by")])
        .where("id", "=", lotteryId)
        .where("status", "<>", "draft"),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest version of the labels; version 0 are the defaults. */
export async function findLabels(db: Db | Tx): Promise<Labels & { readonly version: number }> {
  const row = await db
    .selectFrom("account_charts")
    .select(["version", "accounts", "untaxed"])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return { ...OWN_LABELS, version: 0 };
  // Accounts added since then have their default labels.
  const accounts = { ...OWN_LABELS.accounts, ...(row.accounts as Partial<Labels["accounts"]>) };
  return { version: row.version, accounts, untaxed: row.untaxed };
}

/** @returns false if this version is stored already */
export async function insertLabels(
  tx: Tx,
  {
    version,
    accounts,
    untaxed,
    at,
    by,
  }: Labels & { readonly version: number; readonly at: Date; readonly by: string | undefined },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("account_charts")
    .values({ version, accounts: JSON.stringify(accounts), untaxed, set_at: at, set_by: by ?? null })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
