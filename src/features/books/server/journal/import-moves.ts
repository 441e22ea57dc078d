/** Imports movements and payouts of the balance from the payment providers. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { BalanceMove, PaymentBalance } from "#platform/payments/payment-balance.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { findLastMove, isOfOtherMode, listUnreconciledPayouts, storeMoves, storePayout } from "./move-store.ts";

const DAY_MS = 86_400_000;
/** A movement is reported at most this long after its time. */
const LATE_MS = 7 * DAY_MS;
/** A bank returns a payout within this time. */
const PAYOUT_MS = 40 * DAY_MS;
/** The first import goes back this far. */
const FIRST_MS = 400 * DAY_MS;
/** Movements stored in one transaction. */
const BATCH_SIZE = 200;

type Importing = Pick<Ctx, "db" | "env" | "now">;

type Failure = { readonly provider: string; readonly reason: unknown };

/** Thrown if providers did not report their balance: they do not answer, or refuse the key. */
export class BalanceUnavailable extends Error {
  readonly failures: readonly Failure[];
  constructor(failures: readonly Failure[]) {
    const describe = ({ provider, reason }: Failure) =>
      `${provider}: ${reason instanceof Error ? reason.message : String(reason)}`;
    super(`The balance is unavailable at ${failures.map(describe).join("; ")}`, { cause: failures[0]?.reason });
    this.failures = failures;
  }
  get providers(): readonly string[] {
    return this.failures.map(({ provider }) => provider);
  }
}

/** Lists from a provider; its errors become BalanceUnavailable, but not those of our own parsing. */
async function* listFrom<T>(provider: string, list: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* list();
  } catch (reason) {
    if (reason instanceof TypeError || reason instanceof RangeError) throw reason;
    throw new BalanceUnavailable([{ provider, reason }]);
  }
}

async function importFrom(ctx: Importing, provider: string, balance: PaymentBalance): Promise<void> {
  const last = await findLastMove(ctx.db, provider);
  const now = ctx.now().getTime();
  const since = (ms: number) => (last === undefined ? now - FIRST_MS : last.getTime() - ms);
  const store = (write: (tx: Tx) => Promise<void>) =>
    ctx.db.transaction().execute(async (tx) => {
      await write(tx);
      // Called last: the switch locks these tables in this order, so another order would deadlock.
      if (await isOfOtherMode(tx, ctx.env.isTestMode))
        throw new Error("The shop is in another mode than this process: the payment provider's balance is not stored");
    });
  const storeAll = async (list: () => AsyncIterable<BalanceMove>, payoutId?: string) => {
    let batch: BalanceMove[] = [];
    for await (const move of listFrom(provider, list)) {
      batch.push(move);
      if (batch.length < BATCH_SIZE) continue;
      await store((tx) => storeMoves(tx, provider, batch, payoutId));
      batch = [];
    }
    if (batch.length > 0) await store((tx) => storeMoves(tx, provider, batch, payoutId));
  };
  // Before the movements: the next import starts from the last movement, and would miss these payouts.
  for await (const payout of listFrom(provider, () => balance.listPayouts(new Date(since(PAYOUT_MS)))))
    await store((tx) => storePayout(tx, provider, payout));
  // Each list comes newest first and covers one window, so the next import completes an interrupted one.
  let from = since(LATE_MS);
  for (; from + LATE_MS < now; from += LATE_MS) {
    const start = new Date(from);
    await storeAll(() => balance.listMoves(start, new Date(start.getTime() + LATE_MS)));
  }
  await storeAll(() => balance.listMoves(new Date(from)));
  for (const id of await listUnreconciledPayouts(ctx.db, provider)) await storeAll(() => balance.listMovesOf(id), id);
}

/**
 * Imports from all providers independently; throws BalanceUnavailable at the end if one fails.
 * Fails if a live shop's process has test keys, because journal entries are permanent.
 */
export async function importMoves(ctx: Importing & Pick<Ctx, "payments">): Promise<void> {
  const providers = ctx.payments.all.flatMap(({ name, balance }) => (balance ? { name, balance } : []));
  const imports = await Promise.allSettled(providers.map(({ name, balance }) => importFrom(ctx, name, balance)));
  const failures: Failure[] = [];
  for (const each of imports) {
    if (each.status === "fulfilled") continue;
    if (!(each.reason instanceof BalanceUnavailable)) throw each.reason;
    failures.push(...each.reason.failures);
  }
  if (failures.length > 0) throw new BalanceUnavailable(failures);
}
