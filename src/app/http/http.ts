import * as build from "virtual:react-router/server-build";
import { Hono, type MiddlewareHandler } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { visitorIfAsked } from "#features/accounts/server/find-visitor.ts";
import { hintBeside, hintCookie, hintOf, lacksHint } from "#features/accounts/server/session-cookie.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { serveMedia } from "#platform/media/media-reply.server.ts";
import type { ApiEnv } from "#platform/request/api.server.ts";
import { clientAddressKey, ctxKey, localeKey, nonceKey } from "#platform/request/request.server.ts";
import { askedLocale, chooseLocale, localeCookie } from "#shared/locale.ts";
import { failureLevel } from "#shared/overload.ts";
import { serveMetrics } from "../metrics.ts";
import { addedTexts } from "./added-texts.ts";
import { API_ROUTES, api } from "./api.ts";
import { brandFiles } from "./brand-files.ts";
import { cleanLinks } from "./clean-links.ts";
import { compressed } from "./compression.ts";
import { politeDowntime } from "./downtime.ts";
import { readBuiltFiles, readOtherFiles } from "./files.ts";
import { guardOrigin, pageHeaders, sharedHeaders } from "./headers.ts";
import { newNonce } from "./kept-pages.ts";
import { isPersonal } from "./page-cache.ts";
import { watchProxies } from "./proxy-watch.ts";
import { type Edge, limitRequests } from "./request-limits.ts";
import { routePatterns } from "./route-patterns.ts";
import { nameForCaches } from "./surrogate-keys.ts";

const YEAR_SECONDS = 31_536_000;
const CLIENT = "./build/client";
const BEFORE = "./.cache/before";
const FOR_EVER = `public, max-age=${YEAR_SECONDS}, immutable`;

export function createHttp(ctx: Ctx): Hono<Edge> {
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

  const files = readBuiltFiles(CLIENT);
  app.get("/assets/*", files(FOR_EVER), readOtherFiles([CLIENT, BEFORE], FOR_EVER));
  app.get("/media/*", (c) => serveMedia(ctx.media, c.req.raw, ctx.log));
  // Texts must never be older than the screens that ask for them: kept, but asked after each time.
  app.get("/locales/:language/:file", addedTexts(ctx));
  app.get("/locales/*", files("no-cache"));
  app.get("/locales/*", (c) => c.json({ error: "not_found", message: "There are no such texts" }, 404));
  // Pictures in mails are shown by other sites' mail programs.
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

  // Behind a proxy that ends TLS a request's own address says http: the router would take the shop's own forms for another site's.
  // "null" is what forms of pages that send no Referer say: `guardOrigin` has let only those of this very site through.
  const allowedActionOrigins = [new URL(ctx.publicUrl).host, "null"];
  const pages = createRequestHandler({ ...build, allowedActionOrigins }, ctx.env.isDevelopment ? "development" : "production");
  const patternOf = routePatterns(build.routes, [...API_ROUTES.keys()]);
  app.use(cleanLinks((path) => patternOf(path) !== "/*"));
  const routes = new Hono<ApiEnv>({ strict: false }).route("/", api).all("*", (c) => pages(c.req.raw, c.env.context));
  // `app.onError` answers what a handler throws.
  routes.onError((error) => {
    throw error;
  });
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
    // A hint that says that the session has ended, while it goes on.
    if (hintOf(c.req.header("cookie")) === "0" && !c.req.header("authorization") && (await visitorIfAsked(context)))
      reply.headers.append("Set-Cookie", hintCookie(ctx, "1"));
    // A page for everybody asks for its language, too.
    const isShared = c.env.nonce !== undefined;
    if (isShared) nameForCaches(reply.headers, c.req.path);
    const asked = askedLocale(c.req.url);
    // Without scripts, following the switch's link is the choice.
    if (asked && !isShared && reply.headers.get("Content-Type")?.startsWith("text/html"))
      reply.headers.append("Set-Cookie", localeCookie(asked));
    const personal = isPersonal({ cookie: c.req.header("cookie"), authorization: c.req.header("authorization") });
    const keptBy = personal ? "nobody" : isShared && asked ? "everybody" : "reader";
    return compressed(request, pageHeaders(ctx, reply, { nonce, keptBy }));
  });
  return app;
}

/** Keeps the cookie that scripts read in step with the session's, and gives it to browsers that signed in before it existed. */
function signedInHint(ctx: Ctx): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") ?? false;
    const healed = isPage && lacksHint(c.req.header("cookie")) ? hintCookie(ctx, "1") : undefined;
    const hint = hintBeside(ctx, c.res.headers.getSetCookie()) ?? healed;
    if (hint) c.header("Set-Cookie", hint, { append: true });
  };
}
