/** Whether advertising may be sent to a player: agreed, address verified, and not resting from play. */
import type { Ctx } from "#platform/ctx.server.ts";
import { restAt } from "../rules/safer-play.ts";
import { findLimitsRow, findMailReader } from "./player-limits-store.ts";

/** To be asked right before each mail is sent. Unknown and erased people: no. */
export async function mayReceiveMarketing(ctx: Pick<Ctx, "db">, userId: string, now: Date): Promise<boolean> {
  const [reader, limits] = await Promise.all([findMailReader(ctx.db, userId), findLimitsRow(ctx.db, userId)]);
  return reader?.optIn === true && reader.verified && restAt(limits, now) === undefined;
}
