/** Closes open payment pages that a player's new time-out or limit forbids. */
import { setTimeout as wait } from "node:timers/promises";
import { activeExclusion, limitAt, londonMonth } from "#features/accounts/rules/person/safer-play.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { pagesOverLimit } from "../../rules/checkout/spending.ts";
import { endHolds } from "../holds/end-holds.ts";
import { listHolds } from "../holds/live-store.ts";
import { findEligibility } from "./find-eligibility.ts";
import { listHeldTotals } from "./spending-store.ts";

/** How long the player waits for a slow provider; the pages are closed in the background. */
const TIMEOUT_MS = 10_000;

/** A time-out closes all open pages; a limit closes the newest ones until the rest fits. Never throws. */
export async function enforceLimits(ctx: Ctx, userId: string, { timeoutMs = TIMEOUT_MS } = {}): Promise<void> {
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
  // A page that was paid, or could not be closed, still counts: more pages may have to go.
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
  if (activeExclusion(limits, now)) return (await listHolds(ctx.db, userId)).filter((id) => !tried.has(id));
  const limit = limitAt(limits, now);
  if (limit === undefined || spending.spent <= limit) return [];
  const open = await listHeldTotals(ctx.db, userId, londonMonth(now));
  return pagesOverLimit(
    limit,
    spending,
    open.filter(({ id }) => !tried.has(id)),
  );
}
