/** Pauses endpoints whose last manager has lost the right, until another one has checked them. */
import { may, recordChange } from "#features/access/server/actor.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findManager, listEndpointRows, lockEndpoint, setPause } from "./endpoint-store.ts";

type Context = Pick<Ctx, "db" | "log" | "now">;

/** Checks all endpoints. API keys stop with the rights of their makers in the same way. Idempotent. */
export async function pauseOrphanedEndpoints(ctx: Context): Promise<void> {
  for (const { id, pausedAt } of await listEndpointRows(ctx.db)) if (!pausedAt) await pauseOrphanedEndpoint(ctx, id);
}

async function pauseOrphanedEndpoint({ db, log, now }: Context, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (!endpoint || endpoint.pausedAt) return;
    // Checks the role only: a temporarily missing second factor needs no decision.
    if (await may({ db: tx, log }, { kind: "admin", id: await findManager(tx, id) }, "integrations.manage")) return;
    const at = now();
    await setPause(tx, id, { at, reason: "by_hand" });
    const about = { subjectType: "webhook", subjectId: id, after: { paused: true, because: "keeper_gone" }, at };
    await recordChange(tx, { actor: { kind: "clock" }, action: "webhook.pause", ...about });
    const facts = { message: new URL(endpoint.url).host };
    await raiseAlert(tx, { kind: "endpoint_held", subject: { type: "shop", id }, facts, at });
    log.warn({ alert: "endpoint_held", endpoint: id }, "a webhook endpoint is paused until staff decide");
  });
}
