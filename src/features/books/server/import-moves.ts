/** Takes over what each provider tells of the shop's balance there: movements, and payouts with those that they are made of. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { BalanceMove, PaymentBalance } from "#platform/payments/payment-balance.server.ts";
import { findLastMove, keepMoves, keepPayout, listUntiedPayouts } from "./move-store.ts";

const DAY_MS = 86_400_000;
/** A movement may be told some time after it happened. */
const LATE_MS = 7 * DAY_MS;
/** A payout may come back from the bank so long after it left. */
const PAYOUT_MS = 40 * DAY_MS;
/** So far back looks the first round of a shop. */
const FIRST_MS = 400 * DAY_MS;
const AT_ONCE = 200;

export async function importMoves(ctx: Pick<Ctx, "db" | "payments" | "now">): Promise<void> {
  for (const { name, balance } of ctx.payments.all) if (balance) await importFrom(ctx, name, balance);
}

async function importFrom(ctx: Pick<Ctx, "db" | "now">, provider: string, balance: PaymentBalance): Promise<void> {
  const last = await findLastMove(ctx.db, provider);
  const since = (ms: number) => new Date(last === undefined ? ctx.now().getTime() - FIRST_MS : last.getTime() - ms);
  const keepAll = async (moves: AsyncIterable<BalanceMove>, payoutId?: string) => {
    let some: BalanceMove[] = [];
    for await (const move of moves) {
      some.push(move);
      if (some.length < AT_ONCE) continue;
      await keepMoves(ctx.db, provider, some, payoutId);
      some = [];
    }
    await keepMoves(ctx.db, provider, some, payoutId);
  };
  await keepAll(balance.listMoves(since(LATE_MS)));
  for await (const payout of balance.listPayouts(since(PAYOUT_MS))) await keepPayout(ctx.db, provider, payout);
  for (const id of await listUntiedPayouts(ctx.db, provider)) await keepAll(balance.listMovesOf(id), id);
}
