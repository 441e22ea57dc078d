/** All published draws with their state, for the command line. */
import { listPublicNames } from "#features/accounts/server/profile/profile.ts";
import { entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import { listWaitingCards } from "#features/staff/server/approvals/list-proposals.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { DrawState } from "../../rules/draw-state.ts";
import { stateOf } from "./find-draw.ts";
import { listDrawRows } from "./reading-store.ts";

/** A draw in the list. */
export type DrawOverview = {
  readonly lottery: Lottery;
  readonly state: DrawState;
  /** From then on the entries may freeze without a written reason. */
  readonly entriesDue: Date;
  readonly entries: { readonly total: number; readonly free: number };
  readonly autoDraw: boolean;
  readonly drawnAt: Date | undefined;
  readonly winnerName: string | undefined;
};

/** Active draws first, then completed ones. */
export async function listDraws(ctx: Pick<Ctx, "db" | "beacon" | "now">): Promise<DrawOverview[]> {
  const [active, completed, rows, cards] = await Promise.all([
    listLotteries(ctx, "active"),
    listLotteries(ctx, "completed"),
    listDrawRows(ctx.db),
    listWaitingCards(ctx),
  ]);
  const lotteries = [...active, ...completed];
  const names = await listPublicNames(ctx, [...new Set(lotteries.flatMap(({ winnerId }) => winnerId ?? []))]);
  return lotteries.flatMap((lottery) => {
    const row = rows.get(lottery.id);
    if (!row) return [];
    return {
      lottery,
      state: stateOf(ctx, lottery, row, cards),
      entriesDue: entriesDue(lottery),
      entries: { total: row.committed?.inputs.n ?? row.valid, free: row.free },
      autoDraw: row.autoDraw,
      drawnAt: row.result?.drawnAt,
      winnerName: lottery.winnerId && names.get(lottery.winnerId),
    };
  });
}
