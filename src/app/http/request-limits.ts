/** Refuses requests whose address, headers or body exceed what the shop's clients send. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Ctx } from "#platform/ctx.server.ts";
import { hasTooManyParts, hasTooMuchJson, parseFields } from "#platform/request/body-limits.ts";
import { keepBytes, readBytes } from "#platform/request/body.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { chooseLocale } from "#shared/language/locale.ts";

/** Rendering for the cache passes a marker in place of a nonce. */
export type Bindings = HttpBindings & { readonly nonce?: string };
export type Edge = { Bindings: Bindings };

/**
 * Addresses that API clients call: every refusal is JSON. A request without a cookie carries its own
 * credentials, so no other site can forge it.
 */
export const API_ADDRESS = /^\/(api|functions)\//;

/** Twice the limit of forms and calls, so that slightly too long ones get their page's own message. */
const MOST_BODY_BYTES = 128 * 1024;
/** Path and query. Node itself limits all headers together to 16 kB. */
const LONGEST_TARGET = 4096;
const MOST_PARAMETERS = 64;
const MOST_HEADERS = 100;

/** Routes with larger bodies, which authenticate first and apply their own limit. */
const READS_FOR_ITSELF =
  /^\/admin\/(?:lotteries(?:\/images)?|winners\/[^/]+\/photo|disputes\/[^/]+\/files|emails|free-entries)$|^\/confirm-password$|^\/functions\/send-mass-email$|^\/api\/payments\/webhook(?:\/\w+)?$/;

const REFUSALS = {
  too_large: { status: 413, words: "refused.tooLarge" },
  too_long: { status: 414, words: "refused.tooLong" },
  bad_request: { status: 400, words: "refused.badRequest" },
  too_many_headers: { status: 431, words: "refused.badRequest" },
} as const;
type Refusal = keyof typeof REFUSALS;

export function limitRequests(ctx: Ctx): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  return async (c, next) => {
    const own = ownAddress(c);
    if (own !== undefined) return c.redirect(own, 308);
    const refusal = refuseHead(c) ?? (await refuseBody(c));
    return refusal ? reply(ctx, c, refusal) : next();
  };
}

/** A path with two leading slashes would make relative links lead to another site. */
function ownAddress(c: Context): string | undefined {
  const { pathname, search } = new URL(c.req.url);
  return pathname.startsWith("//") && isLook(c.req.raw) ? `/${pathname.replace(/^\/+/, "")}${search}` : undefined;
}

/** `target` is the path and query. */
export function refuseTarget(target: string): "too_long" | "bad_request" | undefined {
  if (target.length > LONGEST_TARGET) return "too_long";
  return target.split("&").length > MOST_PARAMETERS ? "bad_request" : undefined;
}

function refuseHead(c: Context<{ Bindings: Partial<HttpBindings> }>): Refusal | undefined {
  const { pathname, search } = new URL(c.req.url);
  const refusal = refuseTarget(pathname + search);
  if (refusal) return refusal;
  if (!isDecodable(pathname) || pathname.startsWith("//")) return "bad_request";
  if ((c.env.incoming?.rawHeaders.length ?? 0) > MOST_HEADERS * 2) return "too_many_headers";
  return undefined;
}

/** Reads and checks a body of a form's size; the page or call then reads it again. */
async function refuseBody(c: Context): Promise<Refusal | undefined> {
  const request = c.req.raw;
  if (!hasBody(request.headers)) return undefined;
  // The router would not read these, and an unread body blocks the connection.
  if (isLook(request)) return "bad_request";
  const path = c.req.path.replace(/\.data$/, "");
  if (READS_FOR_ITSELF.test(path)) return undefined;
  // The client has closed the connection.
  const body = await readBytes(request, MOST_BODY_BYTES).catch(() => new Uint8Array());
  if (body === undefined) return "too_large";
  if (!isFit(path, body, c.req.header("Content-Type") ?? "")) return "bad_request";
  if (API_ADDRESS.test(path)) {
    keepBytes(request, body);
    return undefined;
  }
  const { url, method, headers, signal } = request;
  c.req.raw = new Request(url, { method, headers, signal, ...(body.length > 0 && { body }) });
  return undefined;
}

/** The address, not the content type, decides how a body is parsed. */
function isFit(path: string, body: Uint8Array<ArrayBuffer>, type: string): boolean {
  if (/^multipart\/form-data/i.test(type)) return !hasTooManyParts(body);
  const text = new TextDecoder().decode(body);
  return API_ADDRESS.test(path) ? !hasTooMuchJson(text) : parseFields(text) !== undefined;
}

function hasBody(headers: Headers): boolean {
  return headers.has("Transfer-Encoding") || Number(headers.get("Content-Length") ?? 0) !== 0;
}

function isLook({ method }: Request): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

function isDecodable(path: string): boolean {
  try {
    // Compared, because the bundler removes an unused call together with its exception.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** Drains the request for half a second, so that a browser that is still sending sees the reply. */
function reply(ctx: Ctx, c: Context, refusal: Refusal): Response {
  const { status, words } = REFUSALS[refusal];
  const locale = chooseLocale({
    url: c.req.url,
    cookie: c.req.header("cookie"),
    acceptLanguage: c.req.header("accept-language"),
  });
  const text = ctx.messages[locale].getFixedT(null, "common")(words);
  const headers = { "Cache-Control": "no-store", ...(isLook(c.req.raw) && { Connection: "close" }) };
  if (API_ADDRESS.test(c.req.path)) return jsonError(status, refusal, text, headers);
  return new Response(text, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8", "Content-Language": locale },
  });
}
