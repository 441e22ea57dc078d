import type { Ctx } from "#platform/ctx.server.ts";
import type { BalanceMove, PaymentBalance } from "#platform/payments/payment-balance.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { findLastMove, isOfOtherMode, keepMoves, keepPayout, listUntiedPayouts } from "./move-store.ts";

const DAY_MS = 86_400_000;
/** A movement may be told some time after it happened. */
const LATE_MS = 7 * DAY_MS;
/** A payout may come back from the bank so long after it left. */
const PAYOUT_MS = 40 * DAY_MS;
/** So far back looks the first round of a shop. */
const FIRST_MS = 400 * DAY_MS;
const AT_ONCE = 200;

type Importing = Pick<Ctx, "db" | "env" | "now">;

type Failure = { readonly provider: string; readonly reason: unknown };

/** A provider did not tell of the shop's balance there: it is silent, or takes its key for no one's. */
export class BalanceNotTold extends Error {
  readonly failures: readonly Failure[];
  constructor(failures: readonly Failure[]) {
    const say = ({ provider, reason }: Failure) => `${provider}: ${reason instanceof Error ? reason.message : String(reason)}`;
    super(`Not told of the balance at ${failures.map(say).join("; ")}`, { cause: failures[0]?.reason });
    this.failures = failures;
  }
  get providers(): readonly string[] {
    return this.failures.map(({ provider }) => provider);
  }
}

/** Each provider by itself. Throws `BalanceNotTold` for one that does not answer; the shop's own failures as they are. */
export async function importMoves(ctx: Importing & Pick<Ctx, "payments">): Promise<void> {
  const telling = ctx.payments.all.flatMap(({ name, balance }) => (balance ? { name, balance } : []));
  const told = await Promise.allSettled(telling.map(({ name, balance }) => importFrom(ctx, name, balance)));
  const failures: Failure[] = [];
  for (const each of told) {
    if (each.status === "fulfilled") continue;
    if (!(each.reason instanceof BalanceNotTold)) throw each.reason;
    failures.push(...each.reason.failures);
  }
  if (failures.length > 0) throw new BalanceNotTold(failures);
}

/** What a provider lists; what becomes of it where it is kept is no fault of the list, and neither is what it told and the shop cannot read. */
async function* listed<T>(provider: string, list: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* list();
  } catch (reason) {
    if (reason instanceof TypeError || reason instanceof RangeError) throw reason;
    throw new BalanceNotTold([{ provider, reason }]);
  }
}

async function importFrom(ctx: Importing, provider: string, balance: PaymentBalance): Promise<void> {
  const last = await findLastMove(ctx.db, provider);
  const now = ctx.now().getTime();
  const since = (ms: number) => (last === undefined ? now - FIRST_MS : last.getTime() - ms);
  const keep = (write: (tx: Tx) => Promise<void>) =>
    ctx.db.transaction().execute(async (tx) => {
      await write(tx);
      // Last, as the switch locks these tables in this order: called first it would be waited for by what it waits for.
      if (await isOfOtherMode(tx, ctx.env.isTestMode))
        throw new Error("The shop is of another mode than this process: what its payment provider tells is not kept");
    });
  const keepAll = async (list: () => AsyncIterable<BalanceMove>, payoutId?: string) => {
    let some: BalanceMove[] = [];
    for await (const move of listed(provider, list)) {
      some.push(move);
      if (some.length < AT_ONCE) continue;
      await keep((tx) => keepMoves(tx, provider, some, payoutId));
      some = [];
    }
    if (some.length > 0) await keep((tx) => keepMoves(tx, provider, some, payoutId));
  };
  // Before the movements: the next round begins by the last of them, and would not look so far back for payouts that this one has missed.
  for await (const payout of listed(provider, () => balance.listPayouts(new Date(since(PAYOUT_MS)))))
    await keep((tx) => keepPayout(tx, provider, payout));
  // They come newest first: of a piece that is cut off, what is missing is still looked for in the next round, since no piece is longer than that looks back.
  let from = since(LATE_MS);
  for (; from + LATE_MS < now; from += LATE_MS) {
    const start = new Date(from);
    await keepAll(() => balance.listMoves(start, new Date(start.getTime() + LATE_MS)));
  }
  await keepAll(() => balance.listMoves(new Date(from)));
  for (const id of await listUntiedPayouts(ctx.db, provider)) await keepAll(() => balance.listMovesOf(id), id);
}
