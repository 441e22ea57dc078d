/** What somebody has reserved and not paid for yet, to be led back to it from wherever they look. */
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/locale.ts";
import type { OwnHold } from "../rules/own-hold.ts";
import { listOwnHoldRows } from "./live-store.ts";

/** The next to end comes first. */
export async function listOwnHolds(ctx: Pick<Ctx, "db" | "now">, userId: string, locale: Locale): Promise<OwnHold[]> {
  const rows = await listOwnHoldRows(ctx.db, userId, ctx.now());
  return rows.map(({ title, until, ...row }) => ({ ...row, title: inLanguage(title, locale), until: until.getTime() }));
}
