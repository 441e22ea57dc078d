/** Pages that are identical for all visitors: rendered once and cached for a moment. */
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { chooseLocale, DEFAULT_LOCALE, type Locale } from "#shared/language/locale.ts";
import { cachedAddress } from "#shared/page-parameters.ts";
import type { Encoding } from "../files/encoding.ts";
import { tagOf } from "../files/files.ts";
import { refuseTarget } from "../request-limits.ts";
import { hashScripts } from "./page-policy.ts";

/** At most one rendering a second, unnoticed by visitors. */
const KEEP_MS = 1000;
/** Enough for every draw in both languages in most shops. The oldest page is evicted first. */
const MOST_PAGES = 400;
/** The limit for unknown addresses, separate so that scans evict no real page. */
const MOST_UNKNOWN = 20;

const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?session=/;
/** Polled by open pages or read by all at once; independent of language and visitor. */
const SHARED_DATA = /^\/(?:lottery\/[0-9a-f-]{36}\/(?:stock|queue)|draws\/[0-9a-f-]{36}\/(?:live|proof))\.json$/;

/** Compressed bodies are added at the first request. */
export type CachedPage = {
  readonly status: 200 | 404;
  /** Names and values alternating, Node's fastest form. */
  readonly headers: readonly string[];
  /** The headers that a 304 repeats. */
  readonly lasting: readonly string[];
  readonly body: Buffer;
  readonly tag: string;
  readonly packed: Map<Encoding, Buffer | Promise<Buffer>>;
};
type Entry = { readonly until: number; readonly page: CachedPage };

export type PageCache = {
  /** The cached page, or the one that `render` makes with the marker. A promise only if it has to wait. */
  find(key: string, render: () => Promise<Response>): CachedPage | Promise<CachedPage | undefined>;
  forget(): void;
};

/** Whether a request's headers make its reply personal. */
export function isPersonal(headers: {
  readonly cookie?: string | undefined;
  readonly authorization?: string | undefined;
}): boolean {
  return headers.authorization !== undefined || SESSION_COOKIE.test(headers.cookie ?? "");
}

/** A cacheable page, rendered from `address` only: no parameter outside the cache key can change it. */
export type SharedPage = { readonly address: string; readonly locale: Locale };

/** Undefined for personal pages, requests with a body, and addresses that will be refused. */
export function sharedFor({
  method,
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): SharedPage | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (refuseTarget(url) !== undefined) return undefined;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return undefined;
  if (SHARED_DATA.test(url)) return { address: url, locale: DEFAULT_LOCALE };
  const address = cachedAddress(url);
  if (address === undefined) return undefined;
  const locale = chooseLocale({ url: address, cookie: headers.cookie, acceptLanguage: headers["accept-language"] });
  return { address, locale };
}

/** @param marker replaces the nonce during rendering; it must be unique on a page */
export function createPageCache(marker: string, now: () => number = () => performance.now()): PageCache {
  const known = new LRUCache<string, Entry>({ max: MOST_PAGES });
  const unknown = new LRUCache<string, Entry>({ max: MOST_UNKNOWN });
  const fresh = (key: string) => [known.get(key), unknown.get(key)].find((entry) => entry && entry.until > now())?.page;
  /** Concurrent requests share one rendering, unless it has been running for too long. */
  const coming = new Map<string, { readonly until: number; readonly page: Promise<CachedPage | undefined> }>();
  let age = 0;
  const render = async (key: string, rendering: () => Promise<Response>, until: number) => {
    const begun = age;
    const page = await keep(rendering(), marker);
    if (page && begun === age && until > now()) (page.status === 200 ? known : unknown).set(key, { until, page });
    return page;
  };
  return {
    find(key, rendering) {
      const kept = fresh(key);
      if (kept) return kept;
      const joined = coming.get(key);
      if (joined && joined.until > now()) return joined.page;
      const until = now() + KEEP_MS;
      const begun = { until, page: render(key, rendering, until) };
      coming.set(key, begun);
      const done = () => coming.get(key) === begun && coming.delete(key);
      begun.page.then(done, done);
      return begun.page;
    },
    forget() {
      age += 1;
      for (const each of [known, unknown, coming]) each.clear();
    },
  };
}

/** Only plain successes and 404s without cookies are shared. */
async function keep(rendering: Promise<Response>, marker: string): Promise<CachedPage | undefined> {
  const reply = await rendering;
  const status = reply.status === 200 || reply.status === 404 ? reply.status : undefined;
  if (status === undefined || !isForAll(reply.headers)) {
    await reply.body?.cancel();
    return undefined;
  }
  const page = { html: await reply.text(), policy: reply.headers.get("Content-Security-Policy") ?? "" };
  const hashed = hashScripts(page, marker);
  const headers = new Headers(reply.headers);
  for (const replaced of ["Content-Length", "ETag"]) headers.delete(replaced);
  headers.set("Content-Security-Policy", hashed.policy);
  const body = Buffer.from(hashed.html);
  const lasting = [...headers].filter(([header]) => header === "cache-control" || header === "vary").flat();
  return { status, headers: [...headers].flat(), lasting, body, tag: tagOf(body), packed: new Map() };
}

function isForAll(headers: Headers): boolean {
  const isOwn = headers.has("Set-Cookie") || headers.get("Cache-Control")?.includes("no-store");
  return !isOwn && /^(?:text\/html|application\/json)/.test(headers.get("Content-Type") ?? "");
}
