/** The first thing that a request meets behind the files: no address, header or body goes further that no visitor of ours would send. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Ctx } from "#platform/ctx.server.ts";
import { keepBytes, readBytes } from "#platform/request/body.server.ts";
import { hasTooManyParts, isTooBig, parseFields } from "#platform/request/body-limits.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { chooseLocale } from "#shared/locale.ts";

/** A page that is rendered for the cache brings a marker in place of a nonce. */
export type Bindings = HttpBindings & { readonly nonce?: string };
export type Edge = { Bindings: Bindings };

/** Addresses that API clients call: every refusal is JSON. A request without a cookie carries its own credentials, so no other site can forge it. */
export const API_ADDRESS = /^\/(api|functions)\//;

/** Twice what a form or a call may be, so that one which is only too long gets the words of its own page. */
const MOST_BODY_BYTES = 128 * 1024;
/** Path and query. Node itself stops reading all headers together at 16 kB. */
const LONGEST_TARGET = 4096;
const MOST_PARAMETERS = 64;
const MOST_HEADERS = 100;

/** What is longer than a form: each of these asks who sends it, and then reads no further than a limit of its own. */
const READS_FOR_ITSELF =
  /^\/admin\/(?:lotteries(?:\/images)?|winners\/[^/]+\/photo|emails|free-entries)$|^\/confirm-password$|^\/functions\/send-mass-email$|^\/api\/payments\/webhook(?:\/\w+)?$/;

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

/** A path that begins with two slashes is another site's name to a browser: a link of the page to itself, such as that to its other language, would lead there. */
function ownAddress(c: Context): string | undefined {
  const { pathname, search } = new URL(c.req.url);
  return pathname.startsWith("//") && isLook(c.req.raw) ? `/${pathname.replace(/^\/+/, "")}${search}` : undefined;
}

/** Why an address is refused: `target` is its path and query, longer or with more parameters than any link to the shop. */
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

/** A body that is no more than a form is read here, whole, and looked at; the page or the call then reads it as if it had just come. */
async function refuseBody(c: Context): Promise<Refusal | undefined> {
  const request = c.req.raw;
  if (!hasBody(request.headers)) return undefined;
  // The router reads none of these; what is not read would keep the connection.
  if (isLook(request)) return "bad_request";
  const path = c.req.path.replace(/\.data$/, "");
  if (READS_FOR_ITSELF.test(path)) return undefined;
  // Whoever has gone in the middle of it reads no answer.
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

/** As what a body is read depends on its address and not on what it calls itself. */
function isFit(path: string, body: Uint8Array<ArrayBuffer>, type: string): boolean {
  if (/^multipart\/form-data/i.test(type)) return !hasTooManyParts(body);
  const text = new TextDecoder().decode(body);
  return API_ADDRESS.test(path) ? !isTooBig(text) : parseFields(text) !== undefined;
}

function hasBody(headers: Headers): boolean {
  return headers.has("Transfer-Encoding") || Number(headers.get("Content-Length") ?? 0) !== 0;
}

function isLook({ method }: Request): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

function isDecodable(path: string): boolean {
  try {
    // The bundler drops a call whose result nobody uses, its exception with it.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** What else was on its way is read for half a second, so that a browser which is still sending sees the answer. */
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
