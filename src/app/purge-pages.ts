/** Tells the cache in front which pages a change has made old. */
import { listChanged } from "#features/accounts/server/list-changes.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type CachePurge, purgeCache } from "#platform/outgoing/purge.server.ts";
import { MOST_LAG_MS } from "#platform/postgres/reads.server.ts";
import { keysOfDraws } from "./http/surrogate-keys.ts";

/**
 * Looks into the log once, from where the last look ended. What the cache did not hear it is told the next time; pages that nobody could tell it of before
 * a start are too old to be kept.
 */
export function pagePurger(
  ctx: Pick<Ctx, "db" | "reads">,
  cache: CachePurge,
  forgetPages: () => void,
  clock: () => number = () => performance.now(),
): () => Promise<void> {
  let since: string | undefined;
  /** Told of once; a page made since then may be of a replica that had not heard of it. */
  let early: readonly { readonly subjects: readonly string[]; readonly until: number }[] = [];
  return async () => {
    const { at, subjects } = await listChanged(ctx, "lottery", since);
    const now = clock();
    const again = early.filter(({ until }) => until <= now);
    const old = [...new Set([...subjects, ...again.flatMap((each) => each.subjects)])];
    if (old.length > 0) {
      forgetPages();
      await purgeCache(cache, keysOfDraws(old));
    }
    since = at;
    early = early.filter(({ until }) => until > now);
    if (subjects.length > 0 && ctx.reads !== ctx.db) early = [...early, { subjects, until: now + MOST_LAG_MS }];
  };
}
