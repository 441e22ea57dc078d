import { Hono, type MiddlewareHandler } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { visitorIfRead } from "#features/accounts/server/sessions/find-visitor.ts";
import { hintBeside, hintCookie, hintOf, lacksHint } from "#features/accounts/server/sessions/session-cookie.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { serveMedia } from "#platform/media/media-reply.server.ts";
import type { ApiEnv } from "#platform/request/api.server.ts";
import { clientAddressKey, ctxKey, localeKey, nonceKey } from "#platform/request/request.server.ts";
import { requestedLocale, chooseLocale, localeCookie } from "#shared/language/locale.ts";
import { failureLevel } from "#shared/overload.ts";
import { serveMetrics } from "../process/metrics.ts";
import { API_ROUTES, api } from "./api/api.ts";
import { politeDowntime } from "./downtime.ts";
import { brandFiles } from "./files/brand-files.ts";
import { compressed } from "./files/compression.ts";
import { readBuiltFiles, readOtherFiles } from "./files/files.ts";
import { guardOrigin, pageHeaders, sharedHeaders } from "./headers.ts";
import { addedTexts } from "./pages/added-texts.ts";
import { newNonce } from "./pages/cached-pages.ts";
import { cleanLinks } from "./pages/clean-links.ts";
import { isPersonal } from "./pages/page-cache.ts";
import { routePatterns } from "./pages/route-patterns.ts";
import { nameForCaches } from "./pages/surrogate-keys.ts";
import { watchProxies } from "./proxy-watch.ts";
import { type Edge, limitRequests } from "./request-limits.ts";

const YEAR_SECONDS = 31_536_000;
const CLIENT = "./build/client";
const BEFORE = "./.cache/before";
const FOR_EVER = `public, max-age=${YEAR_SECONDS}, immutable`;

export function createHttp(ctx: Ctx): Hono<Edge> {
  // Behind a TLS proxy the request's own scheme is http, so the router would refuse the shop's forms. "null"
  // is sent by pages without referrer; `guardOrigin` has checked those.
  const allowedActionOrigins = [new URL(ctx.publicUrl).host, "null"];
  const pages = createRequestHandler({ ...build, allowedActionOrigins }, ctx.env.isDevelopment ? "development" : "production");
  const routes = new Hono<ApiEnv>({ strict: false }).route("/", api).all("*", (c) => pages(c.req.raw, c.env.context));
  // `app.onError` answers what a handler throws.
  routes.onError((error) => {
    throw error;
  });
  const app = new Hono<Edge>();
  app.onError((error, c) => {
    ctx.log[failureLevel(error)]({ err: error, path: c.req.path }, "a request failed");
    return c.json({ error: "internal", message: "Something went wrong" }, 500);
  });
  app.use(sharedHeaders(ctx));
  app.use(limitRequests(ctx));

  app.get("/healthz", (c) => {
    const { ready, wanted } = ctx.workers.count;
    return c.text(wanted === 1 ? "ok" : `ok, ${ready} of ${wanted} workers`);
  });
  app.get("/readyz", async (c) =>
    (await ctx.databaseMonitor.check()) ? c.text("ready") : c.text("the database does not answer", 503, { "Retry-After": "5" }),
  );
  app.get("/metrics", serveMetrics(ctx));
  // Each page view of a signed-in visitor requests it, so it skips the middleware of files and pages.
  app.get("/api/me", politeDowntime(ctx), (c) => {
    const context = new RouterContextProvider();
    context.set(ctxKey, ctx);
    return routes.fetch(c.req.raw, { context });
  });

  const files = readBuiltFiles(CLIENT);
  app.get("/assets/*", files(FOR_EVER), readOtherFiles([CLIENT, BEFORE], FOR_EVER));
  app.get("/media/*", (c) => serveMedia(ctx.media, c.req.raw, ctx.log));
  // Texts must match the screens, so caches revalidate them each time.
  app.get("/locales/:language/:file", addedTexts(ctx));
  app.get("/locales/*", files("no-cache"));
  app.get("/locales/*", (c) => c.json({ error: "not_found", message: "There are no such texts" }, 404));
  // Webmail clients on other sites show pictures of mails.
  app.get("/mail/*", async (c, next) => {
    await next();
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
  });
  app.route("/", brandFiles(ctx));
  app.get("*", files("public, max-age=3600"));

  app.use(politeDowntime(ctx));
  app.use(guardOrigin(ctx));
  app.use(watchProxies(ctx));
  app.use(signedInHint(ctx));

  const patternOf = routePatterns(build.routes, [...API_ROUTES.keys()]);
  app.use(cleanLinks((path) => patternOf(path) !== "/*"));
  app.all("*", async (c) => {
    const request = c.req.raw;
    const nonce = c.env.nonce ?? newNonce();
    const context = new RouterContextProvider();
    context.set(ctxKey, ctx);
    context.set(nonceKey, nonce);
    context.set(clientAddressKey, c.env.incoming?.socket.remoteAddress);
    context.set(
      localeKey,
      chooseLocale({ url: c.req.url, cookie: c.req.header("cookie"), acceptLanguage: c.req.header("accept-language") }),
    );
    const reply = await routes.fetch(request, { context });
    // The hint says "ended", but the session is alive.
    if (hintOf(c.req.header("cookie")) === "0" && !c.req.header("authorization") && (await visitorIfRead(context)))
      reply.headers.append("Set-Cookie", hintCookie(ctx, "1"));
    // Rendering for the cache may also name a language, which is no visitor's choice.
    const isShared = c.env.nonce !== undefined;
    if (isShared) nameForCaches(reply.headers, c.req.path);
    const asked = requestedLocale(c.req.url);
    // Without scripts, following the switch's link stores the choice.
    if (asked && !isShared && reply.headers.get("Content-Type")?.startsWith("text/html"))
      reply.headers.append("Set-Cookie", localeCookie(asked));
    const personal = isPersonal({ cookie: c.req.header("cookie"), authorization: c.req.header("authorization") });
    const storedBy = personal ? "none" : isShared && asked ? "caches" : "browser";
    return compressed(request, pageHeaders(ctx, reply, { nonce, storedBy }));
  });
  return app;
}

/** Synchronises the script-readable cookie with the session, also for sessions older than the cookie. */
function signedInHint(ctx: Ctx): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") ?? false;
    const healed = isPage && lacksHint(c.req.header("cookie")) ? hintCookie(ctx, "1") : undefined;
    const hint = hintBeside(ctx, c.res.headers.getSetCookie()) ?? healed;
    if (hint) c.header("Set-Cookie", hint, { append: true });
  };
}
