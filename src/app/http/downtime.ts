/** The 503 reply during maintenance and outages, and a page for failed files and plain forms. */
import type { Context, MiddlewareHandler } from "hono";
import type { Ctx } from "#platform/ctx.server.ts";
import { watchMaintenance } from "#platform/maintenance.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { chooseLocale, type Locale } from "#shared/language/locale.ts";
import { ownLanguages } from "#shared/language/own-languages.ts";
import { wasOverloadedSince } from "#shared/overload.ts";
import { newNonce } from "./pages/cached-pages.ts";
import { plainPage, plainPolicy } from "./pages/plain-page.ts";
import { API_ADDRESS } from "./request-limits.ts";

const RETRY_SECONDS = 15;
const LONGEST_RETRY_SECONDS = 3_600;

/** `gone`: the database does not answer. `busy`: its connections, or a queue here, are exhausted. */
type Reason = { readonly name: "maintenance" | "gone" | "busy"; readonly until?: Date | undefined };

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
    if (reason) answerInstead(c, reply(ctx, c, reason));
    else if (wantsPage(c)) answerInstead(c, failure(ctx, c));
    return undefined;
  };
}

/** Hono merges the headers of the replaced reply. Only its cookies must stay. */
function answerInstead(c: Context, reply: Response): void {
  for (const cookie of c.res.headers.getSetCookie()) reply.headers.append("Set-Cookie", cookie);
  c.res = undefined;
  c.res = reply;
}

/** Stops waiting once the database is gone. */
async function unlessGone<T>(ctx: Ctx, going: Promise<T>): Promise<T | "gone"> {
  let forget = () => {};
  const gone = new Promise<"gone">((resolve) => {
    forget = ctx.databaseMonitor.onGone(() => resolve("gone"));
  });
  return Promise.race([going, gone]).finally(forget);
}

async function reasonOfFailure({ pool, databaseMonitor }: Ctx, begun: number): Promise<Reason | undefined> {
  if (pool.waitingCount > 0 || wasOverloadedSince(begun)) return { name: "busy" };
  if (!(await databaseMonitor.check())) return { name: "gone" };
  const trouble = pool.failureSince(begun);
  return trouble && { name: trouble };
}

/** For a navigation that got another content than a page, such as the router's plain text. */
function wantsPage(c: Context): boolean {
  if (API_ADDRESS.test(c.req.path) || c.req.path.endsWith(".data")) return false;
  return Boolean(c.req.header("accept")?.includes("text/html")) && !c.res.headers.get("Content-Type")?.startsWith("text/html");
}

/** Without automatic reload: the request may have been a form. */
function failure(ctx: Ctx, c: Context): Response {
  return page(ctx, c, { status: 500, name: "failed", headers: { "Cache-Control": "no-store" } });
}

function localeOf(c: Context): Locale {
  return chooseLocale({ url: c.req.url, cookie: c.req.header("cookie"), acceptLanguage: c.req.header("accept-language") });
}

function reply(ctx: Ctx, c: Context, reason: Reason): Response {
  const headers = { "Retry-After": String(retryAfter(reason, ctx.now())), "Cache-Control": "no-store" };
  const t = ctx.messages[localeOf(c)].getFixedT(null, "common");
  const text = t(`downtime.${reason.name}.text`);
  if (API_ADDRESS.test(c.req.path)) return jsonError(503, UNAVAILABLE[reason.name], text, headers);
  // Data requests get no page: the client has the texts.
  if (c.req.path.endsWith(".data")) return new Response(`downtime.${reason.name}`, { status: 503, headers });
  return page(ctx, c, { ...reason, status: 503, headers, seconds: RETRY_SECONDS });
}

type Downtime = { readonly name: Reason["name"] | "failed"; readonly until?: Date | undefined };
type Page = Downtime & { readonly status: number; readonly headers: Record<string, string>; readonly seconds?: number };

function page(ctx: Ctx, c: Context, { status, headers, seconds, ...downtime }: Page): Response {
  const locale = localeOf(c);
  const nonce = newNonce();
  const other = ownLanguages().find((each) => each !== locale);
  return new Response(
    plainPage(
      [locale, ...(other ? [other] : [])].map((each) => wordsOf(ctx, each, downtime)),
      { nonce, seconds, brand: ctx.brand.current },
    ),
    {
      status,
      headers: {
        ...headers,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": locale,
        "Content-Security-Policy": plainPolicy(nonce),
      },
    },
  );
}

const UNAVAILABLE = { maintenance: "maintenance", gone: "unavailable", busy: "unavailable" } as const;

function retryAfter({ until }: Reason, now: Date): number {
  const seconds = until ? Math.ceil((until.getTime() - now.getTime()) / 1000) : RETRY_SECONDS;
  return Math.min(Math.max(seconds, RETRY_SECONDS), LONGEST_RETRY_SECONDS);
}

function wordsOf(ctx: Ctx, locale: Locale, { name, until }: Downtime) {
  const t = ctx.messages[locale].getFixedT(null, "common");
  const time = until && formatDate(until, locale, "time");
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
