/** Closes open payment pages that a player's new pause or limit forbids. */
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

/** The holds to end, except those attempted before. */
async function listForbidden(ctx: Ctx, userId: string, attempted: ReadonlySet<string>): Promise<string[]> {
  const now = ctx.now();
  const { limits, spending } = await findEligibility(ctx, userId, now);
  if (activeExclusion(limits, now)) return (await listHolds(ctx.db, userId)).filter((id) => !attempted.has(id));
  const limit = limitAt(limits, now);
  if (limit === undefined || spending.spent <= limit) return [];
  const open = await listHeldTotals(ctx.db, userId, londonMonth(now));
  return pagesOverLimit(
    limit,
    spending,
    open.filter(({ id }) => !attempted.has(id)),
  );
}

async function closePages(ctx: Ctx, userId: string): Promise<void> {
  const attempted = new Set<string>();
  // A page that was paid, or could not be closed, still counts: more pages may have to go.
  for (;;) {
    const forbidden = await listForbidden(ctx, userId, attempted);
    if (forbidden.length === 0) return;
    await endHolds(ctx, forbidden);
    for (const id of forbidden) attempted.add(id);
  }
}

/** Closes all open pages in a pause; under a limit, the newest ones until the others fit. Never throws. */
export async function enforceLimits(ctx: Ctx, userId: string, { timeoutMs = TIMEOUT_MS } = {}): Promise<void> {
  const work = closePages(ctx, userId).catch((error: unknown) => {
    ctx.log.error({ err: error, userId }, "payment pages beyond a player's limit could not be closed yet");
  });
  const ended = new AbortController();
  const timeout = wait(timeoutMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  await Promise.race([work, timeout]);
  ended.abort();
}
