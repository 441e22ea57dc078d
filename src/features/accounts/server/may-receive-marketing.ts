/** Whether advertising may be sent to a player: agreed, address verified and not given up, and not resting from play. */
import type { Ctx } from "#platform/ctx.server.ts";
import { listReadersById } from "./mail-readers-store.ts";

/** To be asked right before each mail is sent. Unknown and erased people: no. */
export async function mayReceiveMarketing(ctx: Pick<Ctx, "db">, userId: string, now: Date): Promise<boolean> {
  const [reader] = await listReadersById(ctx.db, [userId], { now });
  return reader !== undefined && reader.refusal === undefined;
}
