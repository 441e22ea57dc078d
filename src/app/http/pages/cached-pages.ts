/** In front of the HTTP edge: sends cached pages, which are identical for all visitors. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { matchesEtag } from "#shared/etag.ts";
import { type Locale, localeCookie } from "#shared/language/locale.ts";
import { chooseEncoding, ENCODINGS, type Encoding } from "../files/encoding.ts";
import type { Bindings } from "../request-limits.ts";
import { type CachedPage, createPageCache, sharedFor } from "./page-cache.ts";

/** Halves the size in 5 ms; the next level doubles the time for 0.3 %. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const PACK = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const satisfies Record<Encoding, (body: Buffer) => Promise<Buffer>>;

export type CachedPagesSettings = {
  render(request: Request, bindings: Bindings): Promise<Response>;
  /** A `Set-Cookie` for a browser with these cookies, which cached pages do not depend on. */
  hint(cookie: string | undefined): string | undefined;
  readonly edge: RequestListener;
};

/** `forgetPages`: later requests get pages that are rendered later. */
export function createCachedPages({ render, hint, edge }: CachedPagesSettings): {
  readonly listener: RequestListener;
  forgetPages(): void;
} {
  const nonce = newNonce();
  const cache = createPageCache(nonce);
  const listener: RequestListener = (incoming, outgoing) => {
    const shared = sharedFor(incoming);
    if (!shared) return edge(incoming, outgoing);
    const { address, locale } = shared;
    const alone = () => edge(incoming, outgoing);
    const bindings = { incoming, outgoing, nonce };
    const page = cache.find(`${locale} ${address}`, () => render(sharedRequest(address, locale), bindings));
    const answer = (kept: CachedPage | undefined) =>
      kept ? send(kept, { incoming, outgoing, hint: hint(incoming.headers.cookie) }) : alone();
    if (!(page instanceof Promise)) return answer(page);
    page.then(answer, alone);
  };
  return { listener, forgetPages: () => cache.forget() };
}

/** 122 random bits, which Node generates in batches. */
export function newNonce(): string {
  return randomUUID();
}

function sharedRequest(address: string, locale: Locale): Request {
  // A cookie, because Accept-Language does not select a language that is not offered yet.
  const [Cookie = ""] = localeCookie(locale).split(";");
  // The host is irrelevant: pages use the configured origin.
  return new Request(new URL(address, "http://localhost"), { headers: { Cookie } });
}

type Asked = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse; readonly hint: string | undefined };

function send(page: CachedPage, { incoming, outgoing, hint }: Asked): void {
  const encoding = chooseEncoding(incoming.headers["accept-encoding"]?.toString(), ENCODINGS);
  const etag = `"${page.tag}${encoding ? `-${encoding}` : ""}"`;
  if (page.status === 200 && !hint && matchesEtag(incoming.headers["if-none-match"], etag)) {
    outgoing.writeHead(304, ["ETag", etag, ...page.lasting]).end();
    return;
  }
  // A reply with a cookie must not be stored by caches.
  const headers = hint
    ? ["Set-Cookie", hint, ...page.headers.map((value, i) => (page.headers[i - 1] === "cache-control" ? "no-store" : value))]
    : page.headers;
  const write = (body: Buffer) => {
    const own = ["Content-Length", String(body.length), "ETag", etag, ...(encoding ? ["Content-Encoding", encoding] : [])];
    outgoing.writeHead(page.status, [...own, ...headers]);
    outgoing.end(body);
  };
  const body = encoding ? packedPage(page, encoding) : page.body;
  if (body instanceof Promise) body.then(write, (error: Error) => outgoing.destroy(error));
  else write(body);
}

function packedPage(page: CachedPage, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = page.packed.get(encoding);
  if (known) return known;
  const packing = PACK[encoding](page.body);
  page.packed.set(encoding, packing);
  packing.then((body) => page.packed.set(encoding, body));
  return packing;
}
