/** Pages that are identical for all visitors: rendered once and cached for a moment. */
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { chooseLocale, DEFAULT_LOCALE, type Locale } from "#shared/locale.ts";
import { cachedAddress } from "#shared/page-parameters.ts";
import type { Encoding } from "./encoding.ts";
import { tagOf } from "./files.ts";
import { hashScripts } from "./page-policy.ts";
import { refuseTarget } from "./request-limits.ts";

/** Short enough that nobody notices, long enough that a crowd costs one rendering a second. */
const KEEP_MS = 1000;
/** Of pages that exist: every draw in both languages, for most shops. The oldest one goes first. */
const MOST_PAGES = 400;
/** Of addresses at which there is nothing: they have places of their own, so that a guesser takes none from those that people look at. */
const MOST_UNKNOWN = 20;

const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?session=/;
/** What open pages ask for again and again, in no language, and the same for whoever asks. */
const SHARED_DATA = /^\/lottery\/[0-9a-f-]{36}\/(?:stock|queue)\.json$/;

/** A rendered page. Compressed bodies come to it when they are first asked for. */
export type KeptPage = {
  readonly status: 200 | 404;
  /** Names and values in turn, as Node writes them fastest. */
  readonly headers: readonly string[];
  /** Of them what a reply says again that has nothing new. */
  readonly lasting: readonly string[];
  readonly body: Buffer;
  readonly tag: string;
  readonly packed: Map<Encoding, Buffer | Promise<Buffer>>;
};
type Entry = { readonly until: number; readonly page: KeptPage };

export type PageCache = {
  /** The cached page, or the one that `render` makes with the marker for a nonce. A promise only if the caller has to wait. */
  find(key: string, render: () => Promise<Response>): KeptPage | Promise<KeptPage | undefined>;
  forget(): void;
};

/** Whether anything in a request makes its reply one person's own. */
export function isPersonal(headers: {
  readonly cookie?: string | undefined;
  readonly authorization?: string | undefined;
}): boolean {
  return headers.authorization !== undefined || SESSION_COOKIE.test(headers.cookie ?? "");
}

/** A page that may be cached. Rendering sees only `address`, so no parameter outside the cache key can change the page. */
export type SharedPage = { readonly address: string; readonly locale: Locale };

/** Undefined for a page that differs between visitors, for a request with a body, and for an address that will be refused. */
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

/** @param marker stands in for the nonce while a page is made; nothing else on a page may look like it */
export function createPageCache(marker: string, now: () => number = () => performance.now()): PageCache {
  const known = new LRUCache<string, Entry>({ max: MOST_PAGES });
  const unknown = new LRUCache<string, Entry>({ max: MOST_UNKNOWN });
  const fresh = (key: string) => [known.get(key), unknown.get(key)].find((entry) => entry && entry.until > now())?.page;
  /** A crowd that asks for one address waits for one rendering of it, but for none that has begun too long ago: it may never end. */
  const coming = new Map<string, { readonly until: number; readonly page: Promise<KeptPage | undefined> }>();
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

/** Only a plain success is shared, or the word that there is nothing; anything that sets a cookie was meant for one person. */
async function keep(rendering: Promise<Response>, marker: string): Promise<KeptPage | undefined> {
  const reply = await rendering;
  const status = reply.status === 200 || reply.status === 404 ? reply.status : undefined;
  if (status === undefined || !isForAll(reply.headers)) {
    await reply.body?.cancel();
    return undefined;
  }
  const page = { html: await reply.text(), policy: reply.headers.get("Content-Security-Policy") ?? "" };
  const hashed = hashScripts(page, marker);
  const headers = new Headers(reply.headers);
  headers.delete("Content-Length");
  headers.set("Content-Security-Policy", hashed.policy);
  const body = Buffer.from(hashed.html);
  const lasting = [...headers].filter(([header]) => header === "cache-control" || header === "vary").flat();
  return { status, headers: [...headers].flat(), lasting, body, tag: tagOf(body), packed: new Map() };
}

function isForAll(headers: Headers): boolean {
  const isOwn = headers.has("Set-Cookie") || headers.get("Cache-Control")?.includes("no-store");
  return !isOwn && /^(?:text\/html|application\/json)/.test(headers.get("Content-Type") ?? "");
}
