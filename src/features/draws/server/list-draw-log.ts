/** Reading the public log: every list of entries that was ever sealed. */
import type { Ctx } from "#platform/ctx.server.ts";
import { type LogLine, listLogLines } from "./log-store.ts";

export type { LogLine } from "./log-store.ts";

/** Newest line first; sequence numbers have no gaps. */
export async function listDrawLog(ctx: Pick<Ctx, "db">): Promise<LogLine[]> {
  return listLogLines(ctx.db);
}
