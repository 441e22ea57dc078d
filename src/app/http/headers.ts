import type { MiddlewareHandler } from "hono";
import type { Ctx } from "#platform/ctx.server.ts";
import { API_ADDRESS } from "./request-limits.ts";

const TWO_YEARS_SECONDS = 63_072_000;

export function sharedHeaders(ctx: Ctx): MiddlewareHandler {
  const secure = ctx.publicUrl.startsWith("https:");
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("X-Content-Type-Options", "nosniff");
    if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    if (!headers.has("Cross-Origin-Resource-Policy")) headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()");
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    // Caches would keep a 404 for minutes, although another process may have the file.
    if (c.res.status >= 400 && !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    if (ctx.env.isTestMode) keepPrivate(headers, c.req.path);
    if (secure) headers.set("Strict-Transport-Security", `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`);
  };
}

const SAME_FOR_EVER = /^\/(?:assets|media)\//;

/** Test mode is neither indexed nor cached, so that going live needs no purge (docs/decisions/0067). */
function keepPrivate(headers: Headers, path: string): void {
  headers.set("X-Robots-Tag", "noindex, nofollow");
  if (headers.get("Cache-Control")?.startsWith("public") && !SAME_FOR_EVER.test(path))
    headers.set("Cache-Control", "private, no-cache");
}

/** Who may store a page: `none` if personal, `caches` if it depends on its address only, else `browser`. */
const STORED_BY = {
  none: "no-store",
  browser: "private, no-cache",
  caches: "public, max-age=0, s-maxage=1, stale-while-revalidate=1",
} as const;

type PageOptions = { readonly nonce: string; readonly storedBy: keyof typeof STORED_BY };

export function pageHeaders(ctx: Ctx, reply: Response, { nonce, storedBy }: PageOptions): Response {
  if (!reply.headers.has("Cache-Control")) reply.headers.set("Cache-Control", STORED_BY[storedBy]);
  if (!reply.headers.get("Content-Type")?.startsWith("text/html")) return reply;
  if (reply.headers.has("Content-Security-Policy")) return reply;
  const develop = ctx.env.isDevelopment ? " ws:" : "";
  // Only Vite in development writes style elements.
  const written = ctx.env.isDevelopment ? ` 'nonce-${nonce}'` : "";
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'${written}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${develop}`,
    `form-action ${["'self'", ...ctx.payments.all.flatMap(({ pageOrigins }) => pageOrigins)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
  ];
  reply.headers.set("Content-Security-Policy", policy.join("; "));
  return reply;
}

/** Authenticated by a signed token in the address: webmail clients post the one-click form of RFC 8058. */
const ASKED_BY_ANY_SITE: ReadonlySet<string> = new Set(["/unsubscribe"]);

/** Pages without referrer send "null" as `Origin`; `Sec-Fetch-Site` cannot be forged. */
function isSameSite(origin: "null" | undefined, site: string | undefined): boolean {
  return site === "same-origin" || (origin === undefined && (site === undefined || site === "none"));
}

/** Refuses unsafe requests from another site's page. Without Origin, no browser adds a cookie. */
export function guardOrigin(ctx: Ctx): MiddlewareHandler {
  const own = new URL(ctx.publicUrl);
  return async (c, next) => {
    if (["GET", "HEAD", "OPTIONS"].includes(c.req.method)) return next();
    const origin = c.req.header("Origin");
    const site = c.req.header("Sec-Fetch-Site");
    const known = origin === undefined || origin === "null" ? isSameSite(origin, site) : isOwn(origin, own, c.req.header("Host"));
    const withoutCookie = API_ADDRESS.test(c.req.path) && c.req.header("Cookie") === undefined;
    if (known || withoutCookie || ASKED_BY_ANY_SITE.has(c.req.path)) return next();
    return c.json({ error: "foreign_origin", message: "This request came from another site" }, 403);
  };
}

/** The configured origin or, in the demo, any loopback name. */
function isOwn(origin: string, own: URL, host: string | undefined): boolean {
  if (origin === own.origin) return true;
  if (!["localhost", "127.0.0.1", "[::1]"].includes(own.hostname)) return false;
  return (
    URL.canParse(origin) &&
    new URL(origin).host === host &&
    ["localhost", "127.0.0.1", "[::1]"].includes(new URL(origin).hostname)
  );
}
