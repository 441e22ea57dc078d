/** What is known of draws whose entries are frozen: whether a winner is drawn, which ticket won, and who, as they agreed to be named. */
import { listPublicNames } from "#features/accounts/server/list-public-names.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { listResultRows } from "./result-store.ts";

/** `winner` is undefined where nothing is drawn yet; its name where the account is erased. */
export type DrawResult = {
  readonly winner: { readonly drawnAt: Date; readonly ticketNumber: number; readonly name: string | undefined } | undefined;
};

/** By lottery id; draws whose entries are still open are missing. */
export async function listResults(ctx: Pick<Ctx, "db">, lotteryIds: readonly string[]): Promise<ReadonlyMap<string, DrawResult>> {
  const rows = await listResultRows(ctx.db, lotteryIds);
  const names = await listPublicNames(ctx, [...new Set(rows.flatMap(({ winner }) => winner?.userId ?? []))]);
  return new Map(
    rows.map(({ lotteryId, winner }) => [
      lotteryId,
      { winner: winner && { drawnAt: winner.drawnAt, ticketNumber: winner.ticketNumber, name: names.get(winner.userId) } },
    ]),
  );
}
