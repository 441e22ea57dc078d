/** The HTTP edge: what answers which address, and the headers that every reply carries. */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import * as build from "virtual:react-router/server-build";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import { isbot } from "isbot";
import { createRequestHandler, RouterContextProvider } from "react-router";
import type { Ctx } from "#platform/ctx.server.ts";
import { serveMedia } from "#platform/media-reply.server.ts";
import { clientAddressKey, ctxKey, localeKey, nonceKey, robotKey } from "#platform/request.server.ts";
import { chooseLocale } from "#shared/locale.ts";
import { guardOrigin, pageHeaders, sharedHeaders } from "./http-headers.ts";
import { createPageCache, sharedPageKey } from "./page-cache.ts";
import { CALLED_BY_PROGRAMS, programReply } from "./program-reply.ts";

type Edge = { Bindings: HttpBindings; Variables: { nonce: string } };

const YEAR_SECONDS = 31_536_000;
const CLIENT = "./build/client";
const BUILT_FILES = listBuiltFiles();
/** A session, or a message for the next page: what is sent with one of these is for one person. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:(?:__Host-)?session|flash)=/;

export function createHttp(ctx: Ctx): Hono<Edge> {
  const app = new Hono<Edge>();
  app.onError((error, c) => {
    ctx.log.error({ err: error, path: c.req.path }, "a request failed");
    return c.json({ error: "internal", message: "Something went wrong" }, 500);
  });
  app.use(sharedHeaders(ctx));

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    const ready = await ctx.pool.query("SELECT 1").then(
      () => true,
      () => false,
    );
    return ready ? c.text("ready") : c.text("the database does not answer", 503);
  });

  app.get("/assets/*", files(`public, max-age=${YEAR_SECONDS}, immutable`));
  app.get("/media/*", (c) => serveMedia(ctx.media, c.req.raw));
  // Texts must never be older than the screens that ask for them: kept, but asked after each time.
  app.get("/locales/*", etag(), files("no-cache"));
  app.get("/locales/*", (c) => c.json({ error: "not_found", message: "There are no such texts" }, 404));
  // Pictures in mails are shown by other sites' mail programs.
  app.get("/mail/*", async (c, next) => {
    await next();
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
  });
  app.get("*", files("public, max-age=3600"));

  app.use(guardOrigin(ctx));

  const pages = createRequestHandler(build, ctx.env.isDevelopment ? "development" : "production");
  const cache = createPageCache(newNonce());
  app.all("*", async (c) => {
    const request = c.req.raw;
    const locale = chooseLocale({
      url: c.req.url,
      cookie: c.req.header("cookie"),
      acceptLanguage: c.req.header("accept-language"),
    });
    const isRobot = isbot(c.req.header("user-agent"));
    const render = (nonce: string) => {
      const context = new RouterContextProvider();
      context.set(ctxKey, ctx);
      context.set(nonceKey, nonce);
      context.set(clientAddressKey, c.env.incoming?.socket.remoteAddress);
      context.set(localeKey, locale);
      context.set(robotKey, isRobot);
      return pages(request, context);
    };
    const nonce = newNonce();
    const isSignedOut = !PERSONAL_COOKIE.test(c.req.header("cookie") ?? "") && !c.req.header("authorization");
    const key = ctx.env.isDevelopment ? undefined : sharedPageKey(request, { locale, isRobot, isSignedOut });
    const shared = key === undefined ? undefined : await cache.answer(key, nonce, render);
    const reply = shared ?? (await render(nonce));
    const answer = CALLED_BY_PROGRAMS.test(c.req.path) ? await programReply(reply) : reply;
    return pageHeaders(ctx, answer, { nonce, isPersonal: !isSignedOut });
  });
  return app;
}

function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/** Files beside the built screens, and how long browsers keep them. (serveStatic's own `onFound` runs when its reply is already made.) */
function files(policy: string): MiddlewareHandler {
  const serve = serveStatic({ root: CLIENT });
  return async (c, next) => {
    // Pages would pay for a look at the disk each.
    if (!BUILT_FILES.has(c.req.path)) return next();
    const reply = await serve(c, next);
    if (reply instanceof Response) reply.headers.set("Cache-Control", policy);
    return reply;
  };
}

/** Addresses of everything in the folder of the built screens; none while developing, when Vite serves them. */
function listBuiltFiles(): Set<string> {
  if (!existsSync(CLIENT)) return new Set();
  const entries = readdirSync(CLIENT, { recursive: true, withFileTypes: true });
  return new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => `/${relative(CLIENT, join(entry.parentPath, entry.name))}`),
  );
}
