/** Detects an unconfigured proxy, behind which all visitors would share one rate limit. */
import type { MiddlewareHandler } from "hono";
import { isTrustedPeer } from "#features/access/server/client-address.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Edge } from "./request-limits.ts";

const AGAIN_MS = 3_600_000;

/** Alerts at most once an hour, because the header can be forged. The demonstration only logs it. */
export function watchProxies(ctx: Ctx): MiddlewareHandler<Edge> {
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  return (c, next) => {
    const peer = c.env.incoming?.socket.remoteAddress ?? "";
    const speaks = c.req.header("x-forwarded-for") !== undefined;
    if (speaks && performance.now() - lastLoggedAt > AGAIN_MS && !isTrustedPeer(ctx, peer)) {
      lastLoggedAt = performance.now();
      void tell(ctx, peer).catch((error: unknown) => ctx.log.warn({ err: error }, "an alert could not be stored"));
    }
    return next();
  };
}

async function tell(ctx: Ctx, peer: string): Promise<void> {
  const level = ctx.env.isDemo ? "warn" : "error";
  ctx.log[level](
    { alert: "untrusted_proxy", peer },
    "a request came through a proxy that TRUSTED_PROXIES does not name: all its visitors share one limit",
  );
  if (ctx.env.isDemo) return;
  const subject = { type: "shop", id: peer } as const;
  await raiseAlert(ctx.db, { kind: "untrusted_proxy", subject, facts: { message: peer }, at: ctx.now() });
}
