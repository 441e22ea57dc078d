import { listChanged } from "#features/staff/server/audit-log/list-changes.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type CachePurge, purgeCache } from "#platform/outgoing/purge.server.ts";
import { MOST_LAG_MS } from "#platform/postgres/reads.server.ts";
import { keysOfDraws } from "../http/pages/surrogate-keys.ts";

/** Failed purges are repeated. Changes before a start are skipped: such pages have expired. */
export function pagePurger(
  ctx: Pick<Ctx, "db" | "reads">,
  cache: CachePurge,
  forgetPages: () => void,
  clock: () => number = () => performance.now(),
): () => Promise<void> {
  let since: string | undefined;
  /** Purged twice, because a page rendered meanwhile may come from a lagging replica. */
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
