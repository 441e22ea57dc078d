/**
 * Whether the shop is in test mode or live: one row, which must agree with the payment providers' keys
 * (docs/decisions/0067).
 */
import { type Env, EnvError } from "../env/env.server.ts";
import type { Logger } from "../log.server.ts";
import { withClient } from "../postgres/db-client.server.ts";
import type { Db, Tx } from "../postgres/db.server.ts";
import type { DatabaseUrls } from "../postgres/prepare-database.server.ts";
import { goLive } from "./wipe-trials.server.ts";

export type Mode = "test" | "live";
/** `requestedAt`: when an owner requested the switch to live, if one did. */
export type ShopMode = { readonly mode: Mode; readonly requestedAt: Date | undefined };

/** The stored mode; undefined before the first start with keys. */
export async function findMode(db: Db | Tx): Promise<ShopMode | undefined> {
  const row = await db.selectFrom("shop_modes").select(["mode", "asked_at"]).executeTakeFirst();
  return row && { mode: row.mode as Mode, requestedAt: row.asked_at ?? undefined };
}

/**
 * Stores the request to switch to live or, if undefined, withdraws it. False if nothing changes or the shop
 * is live.
 */
export async function writeSwitchRequest(
  tx: Tx,
  requested: { readonly at: Date; readonly by: string } | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shop_modes")
    .set({ asked_at: requested?.at ?? null, asked_by: requested?.by ?? null })
    .where("mode", "=", "test")
    .where("asked_at", requested ? "is" : "is not", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Compares the keys with the stored mode at a start. Live keys after a requested switch delete the test
 * data and make the shop live.
 * @throws {EnvError} if the keys, or earlier payments, are of the other mode
 */
export async function checkMode(env: Env, { url, ownerUrl }: DatabaseUrls, log: Logger): Promise<void> {
  if (env.isDemo) {
    // In a local folder the demo may open a shop's backup. On a server others may sell from the same tables.
    if (env.databaseUrl !== undefined) refuseDemo(await readMode(url));
    return;
  }
  const keysMode = modeOf(env);
  const row = (await readMode(url)) ?? (await writeFirstMode(url, keysMode));
  if (row.mode === keysMode) return;
  if (keysMode === "test")
    throw new EnvError(
      "This shop is live, and the keys of its payment provider are test keys: tickets would be given away. Set the live keys. To try something, start another shop with a database of its own.",
    );
  if (!row.requested)
    throw new EnvError(
      "This shop is in test mode, and the keys of its payment provider are live. An owner has to ask for the switch first: start once more with the test keys, and open Going live in the back office.",
    );
  if (ownerUrl === undefined)
    throw new EnvError(
      "An owner has asked to end test mode, which wipes what was tried. Only the role that owns the tables may do that: set DATABASE_OWNER_URL for this start, or run `npm run migrate` with it and the live keys.",
    );
  const wiped = await goLive(ownerUrl, new Date());
  if (wiped) log.warn(wiped, "test mode has ended: what was tried is wiped, and the shop is live");
}

/**
 * Throws EnvError if the database is a real shop's: the demonstration draws with a worthless beacon and
 * makes simulated refunds.
 */
function refuseDemo(found: Pick<ShopMode, "mode"> | undefined): void {
  if (!found) return;
  throw new EnvError(
    `This database is that of a ${found.mode === "live" ? "live shop" : "shop in test mode"}, and these settings are the demonstration's. Use the shop's own settings, NODE_ENV=production among them.`,
  );
}

/**
 * For commands that write records which depend on the mode. EnvError if the keys or settings are of the
 * other mode.
 */
export async function refuseOtherMode(env: Env, db: Db): Promise<void> {
  const found = await findMode(db);
  if (env.isDemo) return refuseDemo(found);
  if (found && found.mode !== modeOf(env))
    throw new EnvError(
      `This shop is ${found.mode === "live" ? "live" : "in test mode"}, and the keys in these settings are not. Use the shop's own settings.`,
    );
}

function modeOf({ isTestMode }: Pick<Env, "isTestMode">): Mode {
  return isTestMode ? "test" : "live";
}

type StoredMode = { readonly mode: Mode; readonly requested: boolean };

async function readMode(url: string): Promise<StoredMode | undefined> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<StoredMode>("SELECT mode, asked_at IS NOT NULL AS requested FROM shop_modes");
    return rows[0];
  });
}

/**
 * Stores the mode at the first start. For shops older than this table, earlier payments reveal the mode if
 * the provider's ids do. EnvError if the keys do not agree with them.
 */
async function writeFirstMode(url: string, mode: Mode): Promise<StoredMode> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ tests: boolean; others: boolean }>(
      `SELECT coalesce(bool_or(is_test), false) AS tests, coalesce(bool_or(NOT is_test), false) AS others
       FROM (SELECT coalesce(payment_session_id LIKE 'cs\\_test\\_%', false) AS is_test FROM orders WHERE captured_pence > 0) paid`,
    );
    const { tests = false, others = false } = rows[0] ?? {};
    if (mode === "test" && others)
      throw new EnvError(
        "The keys of the payment provider are test keys, and orders in this database were paid with live ones. Set the live keys, or give the test shop a database of its own.",
      );
    if (mode === "live" && tests && !others)
      throw new EnvError(
        "The keys of the payment provider are live, and the orders in this database were paid with test keys. Start once with the test keys, and ask for the switch under Going live in the back office.",
      );
    await client.query("BEGIN");
    // Two processes may start at once.
    await client.query("INSERT INTO shop_modes (mode, since) VALUES ($1, now()) ON CONFLICT DO NOTHING", [mode]);
    if (mode === "test") await client.query("UPDATE orders SET is_test = true WHERE NOT is_test");
    await client.query("COMMIT");
  });
  const written = await readMode(url);
  if (!written) throw new Error("The shop's mode was not written down");
  return written;
}

/** Ends a process with test keys once another start has made the shop live. Returns how to stop watching. */
export function watchMode(env: Pick<Env, "isTestMode">, db: Db, log: Logger): () => void {
  if (!env.isTestMode) return () => undefined;
  const check = async () => {
    const found = await findMode(db);
    if (found?.mode !== "live") return;
    clearInterval(timer);
    log.fatal("the shop has gone live, and this process has test keys: it stops");
    process.kill(process.pid, "SIGTERM");
  };
  const timer = setInterval(
    () => void check().catch((error: unknown) => log.debug({ err: error }, "the mode was not read")),
    1_000,
  );
  timer.unref();
  return () => clearInterval(timer);
}
