/** Pages for people who are not signed in are the same for all of them: rendered once, kept for a moment, sent with a fresh nonce each. */
import type { IncomingMessage } from "node:http";
import { isbot } from "isbot";
import { chooseLocale, type Locale } from "#shared/locale.ts";
import type { Encoding } from "./http-encoding.ts";
import { makeTemplate, type PlainTemplate, type Template } from "./page-template.ts";

/** Short enough that nobody notices, long enough that a crowd costs one rendering a second. */
const KEEP_MS = 1000;
const MOST_PAGES = 200;

/** Addresses that look the same for everybody, apart from the language; as they stand in the request line, so without a query. */
const SHARED_PAGES = /^\/(?:$|prize$|past-draws$|lottery\/[0-9a-f-]{36}$)/;
/** A session, or a message for the next page: what is sent with one of these is for one person. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:(?:__Host-)?session|flash)=/;
/** Long enough for every browser's name, short enough to be remembered. */
const LONGEST_AGENT = 300;

/** Who asks, as far as a shared page may know. */
export type Visitor = { readonly locale: Locale; readonly isRobot: boolean };

/** A rendered page: its headers, those with a nonce apart, and its body; compressed bodies come to it when they are first asked for. */
export type KeptPage = {
  readonly headers: readonly [string, string][];
  readonly nonceHeaders: readonly [string, string][];
  readonly body: PlainTemplate;
  readonly packed: Map<Encoding, Template | undefined | Promise<Template | undefined>>;
};
type Entry = { readonly until: number; readonly page: Promise<KeptPage | undefined>; settled?: KeptPage };

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

/** What a page depends on apart from its address, or undefined where it is not the same for everybody. */
export function sharedFor(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
  isRobot = createRobotCheck(),
): Visitor | undefined {
  const { method, url = "", headers } = request;
  if (method !== "GET" || !SHARED_PAGES.test(url) || isPersonal(headers)) return undefined;
  const locale = chooseLocale({ url, cookie: headers.cookie, acceptLanguage: headers["accept-language"] });
  return { locale, isRobot: isRobot(headers["user-agent"]) };
}

/** `isbot` tries a long expression; browsers send a few hundred names. */
export function createRobotCheck(): (agent: string | undefined) => boolean {
  const known = new Map<string, boolean>();
  return (agent = "") => {
    let robot = known.get(agent);
    if (robot === undefined) {
      robot = isbot(agent);
      if (known.size >= 1000) known.clear();
      if (agent.length <= LONGEST_AGENT) known.set(agent, robot);
    }
    return robot;
  };
}

/** @param marker stands in for the nonce while a page is kept; nothing else on a page may look like it */
export function createPageCache(marker: string, now: () => number = () => performance.now()): PageCache {
  const entries = new Map<string, Entry>();
  return {
    find(key, render) {
      const known = entries.get(key);
      if (known && known.until > now()) return known.settled ?? known.page;
      if (entries.size >= MOST_PAGES) entries.clear();
      const entry: Entry = { until: now() + KEEP_MS, page: keep(render(), marker) };
      entries.set(key, entry);
      entry.page.then(
        (page) => {
          if (page) entry.settled = page;
        },
        () => entries.delete(key),
      );
      return entry.page;
    },
  };
}

/** Only a plain success is shared; anything that sets a cookie was meant for one person. */
async function keep(rendering: Promise<Response>, marker: string): Promise<KeptPage | undefined> {
  const reply = await rendering;
  if (reply.status !== 200 || reply.headers.has("Set-Cookie") || !reply.headers.get("Content-Type")?.startsWith("text/html")) {
    await reply.body?.cancel();
    return undefined;
  }
  const all = [...reply.headers];
  return {
    headers: all.filter(([name, value]) => name !== "content-length" && !value.includes(marker)),
    nonceHeaders: all.filter(([, value]) => value.includes(marker)),
    body: makeTemplate(await reply.text(), marker),
    packed: new Map(),
  };
}
