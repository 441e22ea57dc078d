/** Stands before the HTTP edge: a page that is kept is sent from here, as it is. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { namesTag } from "#shared/etag.ts";
import type { Locale } from "#shared/locale.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";
import { createPageCache, type KeptPage, sharedFor } from "./page-cache.ts";

/** Half a page and its compression in 5 ms; the next step takes as long again for 0.3 %. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const PACK = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const satisfies Record<Encoding, (body: Buffer) => Promise<Buffer>>;

/** Renders a page for everybody: the request says no more of the visitor than such a page may know. */
export type RenderShared = (
  request: Request,
  nonce: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<Response>;

/** @param edge answers everything that is not kept */
export function createPageFront(render: RenderShared, edge: RequestListener): RequestListener {
  const marker = newNonce();
  const cache = createPageCache(marker);
  return (incoming, outgoing) => {
    const locale = sharedFor(incoming);
    if (!locale) return edge(incoming, outgoing);
    const page = cache.find(`${locale} ${incoming.url}`, () =>
      render(sharedRequest(incoming, locale), marker, incoming, outgoing),
    );
    const answer = (kept: KeptPage | undefined) => (kept ? send(kept, incoming, outgoing) : edge(incoming, outgoing));
    if (!(page instanceof Promise)) return answer(page);
    // The edge has its own words for a failure.
    page.then(answer, () => answer(undefined));
  };
}

/** 128 bits in base64. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

function sharedRequest({ url }: IncomingMessage, locale: Locale): Request {
  // What the address is called by is no matter to a page: it names the shop's own, configured one.
  return new Request(new URL(url ?? "/", "http://localhost"), { headers: { "Accept-Language": locale } });
}

function send(page: KeptPage, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const encoding = chooseEncoding(incoming.headers["accept-encoding"]?.toString());
  const etag = `"${page.tag}${encoding ? `-${encoding}` : ""}"`;
  if (page.status === 200 && namesTag(incoming.headers["if-none-match"], etag)) {
    outgoing.writeHead(304, ["ETag", etag, ...page.lasting]).end();
    return;
  }
  const write = (body: Buffer) => {
    const own = ["Content-Length", String(body.length), "ETag", etag, ...(encoding ? ["Content-Encoding", encoding] : [])];
    outgoing.writeHead(page.status, [...own, ...page.headers]);
    outgoing.end(body);
  };
  const body = encoding ? packedPage(page, encoding) : page.body;
  if (body instanceof Promise) body.then(write, (error: Error) => outgoing.destroy(error));
  else write(body);
}

/** A page is compressed once, when the first visitor can read it so. */
function packedPage(page: KeptPage, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = page.packed.get(encoding);
  if (known) return known;
  const packing = PACK[encoding](page.body);
  page.packed.set(encoding, packing);
  packing.then((body) => page.packed.set(encoding, body));
  return packing;
}
