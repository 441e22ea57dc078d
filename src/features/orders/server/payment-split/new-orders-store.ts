/** How new orders are split between providers, and providers in trouble. */
import { sql } from "kysely";
import type { NewOrderSplit, Trouble, TroubleReason } from "#platform/payments/cached-new-orders.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type PaymentProviderName, TROUBLE_LASTS_MINUTES } from "#shared/states.ts";

/** Without a new failure, a trouble counts as over after this time. */
const TROUBLE_LASTS = sql`make_interval(mins => ${sql.lit(TROUBLE_LASTS_MINUTES)})`;
/** Pages that are being opened may still fail within this time. */
const STILL_OPENING = sql`interval '30 seconds'`;

/** Serialises changes of the split until the transaction ends. */
export async function lockSplit(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('new orders'))`.execute(tx);
}

/** `by`: the administrator's id. */
type SplitRow = Omit<NewOrderSplit, "savedAt"> & { readonly at: Date; readonly by: string | undefined };

/** Stores the split as a new version. */
export async function insertSplit(tx: Tx, { version, rules, stopped, at, by }: SplitRow): Promise<void> {
  await tx
    .insertInto("new_order_splits")
    .values({ version, rules: JSON.stringify(rules), stopped: [...stopped], saved_at: at, saved_by: by ?? null })
    .execute();
}

/** Stores that a provider opened no page. @returns the number of failures in a row */
export async function upsertTrouble(db: Db, provider: PaymentProviderName, reason: TroubleReason): Promise<Trouble["times"]> {
  const { rows } = await sql<Pick<Trouble, "times">>`
    INSERT INTO provider_troubles AS t (provider, since, last_at, times, reason) VALUES (${provider}, now(), now(), 1, ${reason})
    ON CONFLICT (provider) DO UPDATE SET last_at = now(), reason = excluded.reason, over_at = NULL,
      since = CASE WHEN t.over_at IS NULL AND t.last_at > now() - ${TROUBLE_LASTS} THEN t.since ELSE now() END,
      times = CASE WHEN t.over_at IS NULL AND t.last_at > now() - ${TROUBLE_LASTS} THEN t.times + 1 ELSE 1 END
    RETURNING times`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A provider's trouble was not stored");
  return row.times;
}

/** Ends a trouble. @returns false if already ended, or within half a minute of a failure */
export async function endTrouble(db: Db, provider: PaymentProviderName): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("provider_troubles")
    .set({ over_at: sql`now()` })
    .where("provider", "=", provider)
    .where("over_at", "is", null)
    .where("last_at", "<", sql<Date>`now() - ${STILL_OPENING}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
