/** Pages for people who are not signed in are the same for all of them: rendered once, kept for a moment, sent with a fresh nonce each. */

/** Short enough that nobody notices, long enough that a crowd costs one rendering a second. */
const KEEP_MS = 1000;
const MOST_PAGES = 200;

/** Addresses that look the same for everybody, apart from the language. */
const SHARED_PAGES = /^\/(?:$|prize$|past-draws$|lottery\/[0-9a-f-]{36}$)/;

/** A rendered page, cut where its nonce stands. */
type Kept = { readonly status: number; readonly headers: [string, string][]; readonly pieces: readonly Buffer[] };
type Entry = { readonly until: number; readonly page: Promise<Kept | undefined> };

export type PageCache = {
  /**
   * Answers with a kept page, or renders one with `render`, which gets the nonce to put in.
   *
   * @returns undefined where the page is not one to share: the caller renders it for this request alone
   */
  answer(key: string, nonce: string, render: (nonce: string) => Promise<Response>): Promise<Response | undefined>;
};

type Visitor = { readonly locale: string; readonly isRobot: boolean; readonly isSignedOut: boolean };

/** What the page depends on, or undefined where it depends on who asks. */
export function sharedPageKey(request: Request, visitor: Visitor): string | undefined {
  const { locale, isRobot, isSignedOut } = visitor;
  const { pathname, search } = new URL(request.url);
  if (request.method !== "GET" || !isSignedOut || search !== "" || !SHARED_PAGES.test(pathname)) return undefined;
  return `${isRobot ? "robot " : ""}${locale} ${pathname}`;
}

/** @param marker stands in for the nonce while a page is kept; nothing else on a page may look like it */
export function createPageCache(marker: string, now: () => number = () => performance.now()): PageCache {
  const entries = new Map<string, Entry>();
  return {
    async answer(key, nonce, render) {
      let entry = entries.get(key);
      if (!entry || entry.until <= now()) {
        if (entries.size >= MOST_PAGES) entries.clear();
        entry = { until: now() + KEEP_MS, page: keep(render(marker), marker) };
        entries.set(key, entry);
        entry.page.catch(() => entries.delete(key));
      }
      const page = await entry.page;
      if (!page) return undefined;
      return new Response(joined(page.pieces, Buffer.from(nonce)), { status: page.status, headers: page.headers });
    },
  };
}

/** Only a plain success is shared; anything that sets a cookie was meant for one person. */
async function keep(rendering: Promise<Response>, marker: string): Promise<Kept | undefined> {
  const reply = await rendering;
  if (reply.status !== 200 || reply.headers.has("Set-Cookie") || !reply.headers.get("Content-Type")?.startsWith("text/html")) {
    await reply.body?.cancel();
    return undefined;
  }
  const pieces = (await reply.text()).split(marker).map((piece) => Buffer.from(piece));
  return { status: reply.status, headers: [...reply.headers], pieces };
}

/** Bytes are copied faster than text is encoded. */
function joined(pieces: readonly Buffer[], between: Buffer): Uint8Array<ArrayBuffer> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, between.length * (pieces.length - 1));
  const whole = new Uint8Array(size);
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) {
      whole.set(between, at);
      at += between.length;
    }
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
