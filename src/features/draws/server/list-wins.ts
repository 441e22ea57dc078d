/** The draws that somebody has won. Public as each of them is; whether their winner may be named is another question. */
import type { Ctx } from "#platform/ctx.server.ts";
import { listWinRows, type WinRow } from "./result-store.ts";

/** Newest first. */
export async function listWins(ctx: Pick<Ctx, "db">, userId: string): Promise<WinRow[]> {
  return listWinRows(ctx.db, userId);
}
