/** Who takes new orders, as somebody has chosen it and as the providers answer. Each process keeps both in memory, and looks once a second whether there is more. */
import { sql } from "kysely";
import { pence } from "#shared/money.ts";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";
import type { Db, Tx } from "../postgres/db.server.ts";
import { type NewOrderRule, rulesInForce, type Steering, steerBy } from "./new-orders.ts";

/** What is chosen. A provider without keys may be among the rules: it takes nothing. */
export type NewOrderSplit = {
  /** 0 while it is the settings' own. */
  readonly version: number;
  readonly rules: readonly NewOrderRule[];
  readonly stopped: readonly PaymentProviderName[];
  readonly savedAt: Date | undefined;
};

/** `failed`: it could not be asked, or broke; `refused`: it opened no page that another one has opened. */
export type TroubleReason = "failed" | "refused";

/** A provider that opened no page when it was last asked for one. */
export type Trouble = {
  readonly provider: PaymentProviderName;
  readonly since: Date;
  readonly lastAt: Date;
  readonly times: number;
  readonly reason: TroubleReason;
};

export type KeptNewOrders = Steering & {
  readonly split: NewOrderSplit;
  /** What of any choice would count here. */
  inForce(choice: Pick<NewOrderSplit, "rules" | "stopped">): readonly NewOrderRule[];
  /** Those that are not over. */
  readonly troubles: readonly Trouble[];
  /** Takes over what other processes have written. */
  refresh(): Promise<void>;
  /** Nobody else changes it until the transaction ends. */
  lock(tx: Tx): Promise<NewOrderSplit>;
  save(tx: Tx, split: Omit<NewOrderSplit, "savedAt"> & { readonly at: Date; readonly by: string | undefined }): Promise<void>;
  /** Writes down that a provider opened no page, for all processes. @returns how it stands with it now */
  noteTrouble(provider: PaymentProviderName, reason: TroubleReason): Promise<Trouble>;
  /** It has opened one again. @returns false where another process said so before, or its last failure is younger than half a minute */
  endTrouble(provider: PaymentProviderName): Promise<boolean>;
};

type Known = {
  /** Of those with keys, in their order; never none. */
  readonly providers: readonly PaymentProviderName[];
  /** `NEW_ORDERS`. */
  readonly setting: readonly NewOrderRule[] | undefined;
  readonly now?: () => number;
};

/** Who fails again after so long begins anew. */
const TROUBLE_LASTS = sql`interval '1 hour'`;
const UNDER_WAY = sql`interval '30 seconds'`;

/** Holds the settings' own until `refresh` has been called. */
export function keepNewOrders(db: Db, { providers, setting, now = Date.now }: Known): KeptNewOrders {
  const [first] = providers;
  const own = setting ?? (first ? [{ provider: first, share: 100, from: pence(0) }] : []);
  let split: NewOrderSplit = { version: 0, rules: own, stopped: [], savedAt: undefined };
  let troubles: readonly Trouble[] = [];
  const inForce: KeptNewOrders["inForce"] = ({ rules, stopped }) => rulesInForce(rules, { instead: own, providers, stopped });
  const steering = steerBy(() => inForce(split), now);
  const refresh = async () => {
    const [newest, found] = await Promise.all([findNewer(db, split.version), listTroubles(db)]);
    if (newest && newest.version > split.version) split = newest;
    troubles = found;
    for (const { provider, agoMs } of found) steering.leaveAlone(provider, agoMs);
  };
  return {
    get rules() {
      return steering.rules;
    },
    inForce,
    isLeftAlone: steering.isLeftAlone,
    leaveAlone: steering.leaveAlone,
    get split() {
      return split;
    },
    get troubles() {
      return troubles;
    },
    refresh,
    async lock(tx) {
      await sql`SELECT pg_advisory_xact_lock(hashtext('new orders'))`.execute(tx);
      return (await findNewer(tx, 0)) ?? { version: 0, rules: own, stopped: [], savedAt: undefined };
    },
    save: insertSplit,
    async noteTrouble(provider, reason) {
      const noted = await upsertTrouble(db, provider, reason);
      troubles = [...troubles.filter((each) => each.provider !== provider), noted];
      return noted;
    },
    async endTrouble(provider) {
      if (!(await endTroubleRow(db, provider))) return false;
      troubles = troubles.filter((each) => each.provider !== provider);
      return true;
    },
  };
}

async function findNewer(db: Db | Tx, version: number): Promise<NewOrderSplit | undefined> {
  const row = await db
    .selectFrom("new_order_splits")
    .select(["version", "rules", "stopped", "saved_at"])
    .where("version", ">", version)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  // Written by `insertSplit` alone; a name that only a newer shop knows takes nothing here.
  return (
    row && {
      version: row.version,
      rules: (row.rules as NewOrderRule[]).filter(({ provider }) => isKnown(provider)),
      stopped: row.stopped.filter(isKnown),
      savedAt: row.saved_at,
    }
  );
}

function isKnown(name: string): name is PaymentProviderName {
  return PAYMENT_PROVIDERS.some((known) => known === name);
}

async function insertSplit(tx: Tx, { version, rules, stopped, at, by }: Parameters<KeptNewOrders["save"]>[1]): Promise<void> {
  await tx
    .insertInto("new_order_splits")
    .values({ version, rules: JSON.stringify(rules), stopped: [...stopped], saved_at: at, saved_by: by ?? null })
    .execute();
}

type TroubleRow = { provider: string; since: Date; last_at: Date; times: number; reason: string };

function toTrouble({ provider, since, last_at: lastAt, times, reason }: TroubleRow): Trouble {
  return { provider: provider as PaymentProviderName, since, lastAt, times, reason: reason as TroubleReason };
}

/** `agoMs`: since it last failed, by the clock of the database, which all processes share. */
async function listTroubles(db: Db): Promise<(Trouble & { readonly agoMs: number })[]> {
  const rows = await db
    .selectFrom("provider_troubles")
    .select(["provider", "since", "last_at", "times", "reason"])
    .select(sql<number>`(extract(epoch FROM clock_timestamp() - last_at) * 1000)::float8`.as("ago"))
    .where("over_at", "is", null)
    .where("last_at", ">", sql<Date>`now() - ${TROUBLE_LASTS}`)
    .execute();
  return rows.filter(({ provider }) => isKnown(provider)).map((row) => ({ ...toTrouble(row), agoMs: row.ago }));
}

async function upsertTrouble(db: Db, provider: string, reason: TroubleReason): Promise<Trouble> {
  const { rows } = await sql<TroubleRow>`
    INSERT INTO provider_troubles AS t (provider, since, last_at, times, reason) VALUES (${provider}, now(), now(), 1, ${reason})
    ON CONFLICT (provider) DO UPDATE SET last_at = now(), reason = excluded.reason, over_at = NULL,
      since = CASE WHEN t.over_at IS NULL AND t.last_at > now() - ${TROUBLE_LASTS} THEN t.since ELSE now() END,
      times = CASE WHEN t.over_at IS NULL AND t.last_at > now() - ${TROUBLE_LASTS} THEN t.times + 1 ELSE 1 END
    RETURNING provider, since, last_at, times, reason`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A trouble was not written down");
  return toTrouble(row);
}

async function endTroubleRow(db: Db, provider: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("provider_troubles")
    .set({ over_at: sql`now()` })
    .where("provider", "=", provider)
    .where("over_at", "is", null)
    .where("last_at", "<", sql<Date>`now() - ${UNDER_WAY}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
