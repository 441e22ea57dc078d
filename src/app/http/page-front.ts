/** Stands before the HTTP edge: a page that is kept is sent from here, with nothing made but its nonce. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Locale } from "#shared/locale.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";
import { createPageCache, type KeptPage, sharedFor } from "./page-cache.ts";
import { compressTemplate, type Template } from "./page-template.ts";

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
    const answer = (kept: KeptPage | undefined) => (kept ? send(kept, marker, incoming, outgoing) : edge(incoming, outgoing));
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

function send(page: KeptPage, marker: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const encoding = chooseEncoding(incoming.headers["accept-encoding"]?.toString());
  const write = (packed: Template | undefined) => {
    const nonce = newNonce();
    const body = (packed ?? page.body).fill(nonce);
    outgoing.writeHead(page.status, headersOf(page, marker, { nonce, length: body.length, encoding: packed && encoding }));
    outgoing.end(body);
  };
  const packed = encoding && packedPage(page, encoding);
  if (packed instanceof Promise) packed.then(write, () => write(undefined));
  else write(packed);
}

/** A page is compressed once, when the first visitor can read it so. */
function packedPage(page: KeptPage, encoding: Encoding): Template | undefined | Promise<Template | undefined> {
  if (page.packed.has(encoding)) return page.packed.get(encoding);
  const packing = compressTemplate(page.body, encoding);
  page.packed.set(encoding, packing);
  const settle = (template: Template | undefined) => void page.packed.set(encoding, template);
  packing.then(settle, () => settle(undefined));
  return packing;
}

type Own = { readonly nonce: string; readonly length: number; readonly encoding: Encoding | undefined };

/** In pairs, as Node writes them fastest. */
function headersOf(page: KeptPage, marker: string, { nonce, length, encoding }: Own): string[] {
  const headers = ["Content-Length", String(length)];
  if (encoding !== undefined) headers.push("Content-Encoding", encoding);
  for (const [name, value] of page.headers) headers.push(name, value);
  for (const [name, value] of page.nonceHeaders) headers.push(name, value.replaceAll(marker, nonce));
  return headers;
}
