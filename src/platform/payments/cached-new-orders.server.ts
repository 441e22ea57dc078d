/**
 * Which provider new orders go to, by the staff's choice and the providers' health. Refreshed each second.
 */
import { sql } from "kysely";
import { pence } from "#shared/money/money.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName, TROUBLE_LASTS_MINUTES } from "#shared/states.ts";
import type { Db, Tx } from "../postgres/db.server.ts";
import { type NewOrderRule, rulesInForce, type Steering, steerBy } from "./new-orders.ts";

/** The staff's choice. Rules may name providers without keys, which are ignored. */
export type NewOrderSplit = {
  readonly version: number;
  readonly rules: readonly NewOrderRule[];
  readonly stopped: readonly PaymentProviderName[];
  readonly savedAt: Date | undefined;
};

/** `failed`: unreachable or broken; `refused`: it refused a page that another provider opened. */
export type TroubleReason = "failed" | "refused";

/** A provider whose last request for a page failed. */
export type Trouble = {
  readonly provider: PaymentProviderName;
  readonly since: Date;
  readonly lastAt: Date;
  readonly times: number;
  readonly reason: TroubleReason;
};

export type CachedNewOrders = Steering & {
  readonly split: NewOrderSplit;
  /** The rules of a choice that would be in force. */
  inForce(choice: Pick<NewOrderSplit, "rules" | "stopped">): readonly NewOrderRule[];
  readonly troubles: readonly Trouble[];
  refresh(): Promise<void>;
  read(tx: Tx): Promise<NewOrderSplit>;
};

/** `providers`: those with keys. `setting`: the rules of NEW_ORDERS. */
type Providers = {
  readonly providers: readonly PaymentProviderName[];
  readonly setting: readonly NewOrderRule[] | undefined;
  readonly now?: () => number;
};

/** Until `refresh` is called, the rules are those of the settings. */
export function cacheNewOrders(db: Db, { providers, setting, now = Date.now }: Providers): CachedNewOrders {
  const [first] = providers;
  const defaultRules = setting ?? (first ? [{ provider: first, share: 100, from: pence(0) }] : []);
  const defaultSplit: NewOrderSplit = { version: 0, rules: defaultRules, stopped: [], savedAt: undefined };
  let split = defaultSplit;
  let troubles: readonly Trouble[] = [];
  const inForce: CachedNewOrders["inForce"] = ({ rules, stopped }) =>
    rulesInForce(rules, { fallback: defaultRules, providers, stopped });
  const steering = steerBy(() => inForce(split), now);
  const refresh = async () => {
    const [newest, newTroubles] = await Promise.all([findNewer(db, split.version), listTroubles(db)]);
    if (newest && newest.version > split.version) split = newest;
    troubles = newTroubles;
    for (const { provider, agoMs } of newTroubles) steering.markFailed(provider, agoMs);
  };
  return {
    get rules() {
      return steering.rules;
    },
    inForce,
    isAvoided: steering.isAvoided,
    markFailed: steering.markFailed,
    get split() {
      return split;
    },
    get troubles() {
      return troubles;
    },
    refresh,
    read: async (tx) => (await findNewer(tx, 0)) ?? defaultSplit,
  };
}

/** The staff's newest choice, if its version is higher than `version`. */
async function findNewer(db: Db | Tx, version: number): Promise<NewOrderSplit | undefined> {
  const row = await db
    .selectFrom("new_order_splits")
    .select(["version", "rules", "stopped", "saved_at"])
    .where("version", ">", version)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  // Ignores names that only a newer version knows.
  return (
    row && {
      version: row.version,
      rules: (row.rules as NewOrderRule[]).filter(({ provider }) => isProvider(provider)),
      stopped: row.stopped.filter(isProvider),
      savedAt: row.saved_at,
    }
  );
}

function isProvider(name: string): name is PaymentProviderName {
  return PAYMENT_PROVIDERS.some((known) => known === name);
}

type TroubleRow = { provider: string; since: Date; last_at: Date; times: number; reason: string };

function toTrouble({ provider, since, last_at: lastAt, times, reason }: TroubleRow): Trouble {
  return { provider: provider as PaymentProviderName, since, lastAt, times, reason: reason as TroubleReason };
}

/** Current troubles. `agoMs`: since the last failure, by the database's clock, which all processes share. */
async function listTroubles(db: Db): Promise<(Trouble & { readonly agoMs: number })[]> {
  const rows = await db
    .selectFrom("provider_troubles")
    .select(["provider", "since", "last_at", "times", "reason"])
    .select(sql<number>`(extract(epoch FROM clock_timestamp() - last_at) * 1000)::float8`.as("ago"))
    .where("over_at", "is", null)
    .where("last_at", ">", sql<Date>`now() - make_interval(mins => ${sql.lit(TROUBLE_LASTS_MINUTES)})`)
    .execute();
  return rows.filter(({ provider }) => isProvider(provider)).map((row) => ({ ...toTrouble(row), agoMs: row.ago }));
}
