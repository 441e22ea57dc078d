/** What visitors and programs get while the shop is closed for work or cannot reach its database: a polite 503, and the shop again as soon as it can. */
import type { Context, MiddlewareHandler } from "hono";
import type { Ctx } from "#platform/ctx.server.ts";
import { watchMaintenance } from "#platform/maintenance.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { chooseLocale, LOCALES, type Locale, localeTag } from "#shared/locale.ts";
import { CALLED_BY_API_CLIENTS } from "./api-reply.ts";
import { downtimePage } from "./downtime-page.ts";
import { newNonce } from "./kept-pages.ts";

/** Short: most outages are a restart. */
const RETRY_SECONDS = 15;
const LONGEST_RETRY_SECONDS = 3_600;

/** `gone`: the database does not answer. `busy`: it does, and every connection to it is taken. */
type Reason = { readonly name: "maintenance" | "gone" | "busy"; readonly until?: Date | undefined };

/** Stands before everything that needs the database. */
export function politeDowntime(ctx: Ctx): MiddlewareHandler {
  const closed = watchMaintenance(ctx.env.dataDir);
  return async (c, next) => {
    const closing = closed();
    if (closing) return reply(ctx, c, { name: "maintenance", until: closing.until });
    if (!ctx.databaseMonitor.isUp) return reply(ctx, c, { name: "gone" });
    const begun = performance.now();
    if ((await unlessGone(ctx, next())) === "gone") return reply(ctx, c, { name: "gone" });
    if (c.res.status < 500) return undefined;
    const reason = await reasonOfFailure(ctx, begun);
    if (reason) c.res = await reply(ctx, c, reason);
    return undefined;
  };
}

/** Whoever waits for a database that has gone meanwhile waits no longer. */
export async function unlessGone<T>(ctx: Ctx, going: Promise<T>): Promise<T | "gone"> {
  let forget = () => {};
  const gone = new Promise<"gone">((resolve) => {
    forget = ctx.databaseMonitor.onGone(() => resolve("gone"));
  });
  return Promise.race([going, gone]).finally(forget);
}

/** Why a request has failed, where that is no fault of the program. */
async function reasonOfFailure({ pool, databaseMonitor }: Ctx, begun: number): Promise<Reason | undefined> {
  if (pool.waitingCount > 0) return { name: "busy" };
  if (!(await databaseMonitor.check())) return { name: "gone" };
  const trouble = pool.troubleSince(begun);
  return trouble && { name: trouble };
}

function reply(ctx: Ctx, c: Context, reason: Reason): Response {
  const headers = { "Retry-After": String(retryAfter(reason, ctx.now())), "Cache-Control": "no-store" };
  const locale = chooseLocale({
    url: c.req.url,
    cookie: c.req.header("cookie"),
    acceptLanguage: c.req.header("accept-language"),
  });
  const t = ctx.messages[locale].getFixedT(null, "common");
  const text = t(`downtime.${reason.name}.text`);
  if (CALLED_BY_API_CLIENTS.test(c.req.path)) return jsonError(503, UNAVAILABLE[reason.name], text, headers);
  // What the screens' own scripts ask for is no page.
  if (c.req.path.endsWith(".data")) return new Response(text, { status: 503, headers });
  const nonce = newNonce();
  const other = LOCALES.find((each) => each !== locale) ?? locale;
  return new Response(
    downtimePage(
      [locale, other].map((each) => wordsOf(ctx, each, reason)),
      { nonce, seconds: RETRY_SECONDS, brand: ctx.brand.current },
    ),
    {
      status: 503,
      headers: {
        ...headers,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": locale,
        "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      },
    },
  );
}

const UNAVAILABLE = { maintenance: "maintenance", gone: "unavailable", busy: "unavailable" } as const;

function retryAfter({ until }: Reason, now: Date): number {
  const seconds = until ? Math.ceil((until.getTime() - now.getTime()) / 1000) : RETRY_SECONDS;
  return Math.min(Math.max(seconds, RETRY_SECONDS), LONGEST_RETRY_SECONDS);
}

function wordsOf(ctx: Ctx, locale: Locale, { name, until }: Reason) {
  const t = ctx.messages[locale].getFixedT(null, "common");
  const time = until?.toLocaleTimeString(localeTag(locale), {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/London",
  });
  return {
    locale,
    title: t(`downtime.${name}.title`),
    paragraphs: [
      ...(ctx.env.isTestMode ? [t("testMode.text")] : []),
      t(`downtime.${name}.text`),
      ...(time === undefined ? [] : [t("downtime.until", { time })]),
      t("downtime.safe"),
    ],
  };
}
