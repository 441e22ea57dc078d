/** After a player has taken a rest or set a limit: payment pages that were opened before it, and that it forbids, are closed. */
import { setTimeout as wait } from "node:timers/promises";
import { limitAt, londonMonth, restAt } from "#features/accounts/rules/safer-play.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { passedBy } from "../rules/spending.ts";
import { endHolds } from "./end-holds.ts";
import { findEligibility } from "./find-eligibility.ts";
import { listHolds } from "./live-store.ts";
import { listHeldTotals } from "./spending-store.ts";

/** As long as the player is kept waiting for a provider that is slow; the pages go on being closed meanwhile. */
const TIMEOUT_MS = 10_000;

/** During a rest every open page is closed; under a limit the newest, until what is left fits. Never throws. */
export async function obeyLimits(ctx: Ctx, userId: string, { timeoutMs = TIMEOUT_MS } = {}): Promise<void> {
  const work = closePages(ctx, userId).catch((error: unknown) => {
    ctx.log.error({ err: error, userId }, "payment pages beyond a player's limit could not be closed yet");
  });
  const over = new AbortController();
  const timeouts = wait(timeoutMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  await Promise.race([work, timeouts]);
  over.abort();
}

async function closePages(ctx: Ctx, userId: string): Promise<void> {
  const tried = new Set<string>();
  // A page that was paid, or could not be closed, leaves its share of the limit to the next one.
  for (;;) {
    const going = await listForbidden(ctx, userId, tried);
    if (going.length === 0) return;
    await endHolds(ctx, going);
    for (const id of going) tried.add(id);
  }
}

async function listForbidden(ctx: Ctx, userId: string, tried: ReadonlySet<string>): Promise<string[]> {
  const now = ctx.now();
  const { limits, spending } = await findEligibility(ctx, userId, now);
  if (restAt(limits, now)) return (await listHolds(ctx.db, userId)).filter((id) => !tried.has(id));
  const limit = limitAt(limits, now);
  if (limit === undefined || spending.spent <= limit) return [];
  const open = await listHeldTotals(ctx.db, userId, londonMonth(now));
  return passedBy(
    limit,
    spending,
    open.filter(({ id }) => !tried.has(id)),
  );
}
