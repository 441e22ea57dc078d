/** One statement that takes a rate-limit attempt and reads all that a checkout needs. */
import { sql } from "kysely";
import type { AttemptWithin, PeekWithin } from "#features/access/server/consume-rate-limit.ts";
import { LIMIT_COLUMNS, type LimitsRow } from "#features/accounts/server/person/find-player-limits.ts";
import type { RowWithAnswer, selectWithAnswer } from "#features/lotteries/server/find-lottery.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { type SumsRow, selectSums } from "./buyer-store.ts";

/** The parts of the statement; `month`: that of the spending. */
type Parts = {
  readonly attempt: AttemptWithin;
  readonly answers: PeekWithin;
  readonly lottery: ReturnType<typeof selectWithAnswer>;
  readonly month: { readonly from: Date; readonly to: Date };
};
type AttemptColumns = Readonly<
  Record<"previous" | "current" | "tries_previous" | "tries_current", number> & { granted: boolean }
>;
type CheckoutRow = AttemptColumns & LimitsRow & SumsRow & (RowWithAnswer | { readonly id: null });

const LIMITS = sql.raw(LIMIT_COLUMNS.map((column) => `limits.${column}`).join(", "));

/** Runs the statement. Commits without waiting for the disk: an attempt that a crash loses does no harm. */
export async function findCheckoutRow(
  db: Db,
  key: { readonly userId: string; readonly lotteryId: string },
  { attempt, answers, lottery, month }: Parts,
): Promise<CheckoutRow> {
  const { rows } = await sql<CheckoutRow>`
    WITH ${attempt.ctes}
    SELECT EXISTS (SELECT FROM taken) AS granted, before.previous, before.current, answers.previous AS tries_previous, answers.current AS tries_current,
      sums.*, ${LIMITS}, lottery.*, set_config('synchronous_commit', 'off', true)
    FROM before CROSS JOIN (${answers.part}) AS answers CROSS JOIN (${selectSums(key, month)}) AS sums
      LEFT JOIN player_limits AS limits ON limits.user_id = ${key.userId} LEFT JOIN ${lottery} AS lottery ON true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the query for a checkout returned no row");
  return row;
}
