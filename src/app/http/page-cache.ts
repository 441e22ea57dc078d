/** Pages for people who are not signed in are the same for all of them: rendered once, kept for a moment, sent as they are. */
import type { IncomingMessage } from "node:http";
import { chooseLocale, type Locale } from "#shared/locale.ts";
import type { Encoding } from "./encoding.ts";
import { tagOf } from "./files.ts";
import { hashScripts } from "./page-policy.ts";

/** Short enough that nobody notices, long enough that a crowd costs one rendering a second. */
const KEEP_MS = 1000;
/** Of pages that there are: every draw in both languages, for most shops. The longest kept one goes first. */
const MOST_PAGES = 200;
/** Of addresses at which there is nothing: they have places of their own, so that a guesser takes none from those that people look at. */
const MOST_UNKNOWN = 20;

/** Addresses that look the same for everybody, apart from the language, as they stand in the request line: with no query but one that asks for a language. */
const SHARED_PAGES = /^\/(?:|prize|past-draws|lottery\/[0-9a-f-]{36})(?:\?lng=(?:en|fr))?$/;
/** A session, or a message for the next page: what is sent with one of these is for one person. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:(?:__Host-)?session|flash)=/;

/** A rendered page. Compressed bodies come to it when they are first asked for. */
export type KeptPage = {
  readonly status: 200 | 404;
  /** Names and values in turn, as Node writes them fastest. */
  readonly headers: readonly string[];
  /** Of them what a reply says again that has nothing new. */
  readonly lasting: readonly string[];
  readonly body: Buffer;
  /** A name for the body's bytes. */
  readonly tag: string;
  readonly packed: Map<Encoding, Buffer | Promise<Buffer>>;
};
type Entry = { readonly until: number; readonly page: KeptPage };

export type PageCache = {
  /**
   * The kept page, or the one that `render` makes with the marker for a nonce. A promise only where somebody has to wait.
   *
   * @returns undefined where the reply is not one to share: it has to be made for this request alone
   */
  find(key: string, render: () => Promise<Response>): KeptPage | Promise<KeptPage | undefined>;
};

/** Whether anything in a request makes its reply one person's own. */
export function isPersonal(headers: {
  readonly cookie?: string | undefined;
  readonly authorization?: string | undefined;
}): boolean {
  return headers.authorization !== undefined || (headers.cookie !== undefined && PERSONAL_COOKIE.test(headers.cookie));
}

/** The language of a page that is the same for everybody who reads it, or undefined where it is not, or where a body comes along. */
export function sharedFor({
  method,
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): Locale | undefined {
  if ((method !== "GET" && method !== "HEAD") || !SHARED_PAGES.test(url) || isPersonal(headers)) return undefined;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return undefined;
  return chooseLocale({ url, cookie: headers.cookie, acceptLanguage: headers["accept-language"] });
}

/** @param marker stands in for the nonce while a page is made; nothing else on a page may look like it */
export function createPageCache(marker: string, now: () => number = () => performance.now()): PageCache {
  const known = createShelf(MOST_PAGES, now);
  const unknown = createShelf(MOST_UNKNOWN, now);
  /** A crowd that asks for one address waits for one rendering of it. */
  const coming = new Map<string, Promise<KeptPage | undefined>>();
  const render = async (key: string, rendering: () => Promise<Response>) => {
    const until = now() + KEEP_MS;
    const page = await keep(rendering(), marker);
    if (page) (page.status === 200 ? known : unknown).put(key, { until, page });
    return page;
  };
  return {
    find(key, rendering) {
      const kept = known.find(key) ?? unknown.find(key);
      if (kept) return kept;
      const page = coming.get(key) ?? render(key, rendering).finally(() => coming.delete(key));
      coming.set(key, page);
      return page;
    },
  };
}

/** As many places as `most`; what is put in last stays longest. */
function createShelf(most: number, now: () => number) {
  const entries = new Map<string, Entry>();
  return {
    find(key: string): KeptPage | undefined {
      const entry = entries.get(key);
      return entry && entry.until > now() ? entry.page : undefined;
    },
    put(key: string, entry: Entry): void {
      entries.delete(key);
      for (const [oldest, { until }] of entries) {
        if (until > now() && entries.size < most) break;
        entries.delete(oldest);
      }
      entries.set(key, entry);
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
  const { html, policy } = hashScripts(page, marker);
  const headers = new Headers(reply.headers);
  headers.delete("Content-Length");
  headers.set("Content-Security-Policy", policy);
  const body = Buffer.from(html);
  const lasting = [...headers].filter(([name]) => name === "cache-control" || name === "vary");
  return { status, headers: [...headers].flat(), lasting: lasting.flat(), body, tag: tagOf(body), packed: new Map() };
}

function isForAll(headers: Headers): boolean {
  const isOwn = headers.has("Set-Cookie") || headers.get("Cache-Control")?.includes("no-store");
  return !isOwn && headers.get("Content-Type")?.startsWith("text/html") === true;
}
