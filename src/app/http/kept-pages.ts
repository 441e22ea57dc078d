/** Stands before the HTTP edge: a page that is kept is sent from here, as it is. */
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { namesTag } from "#shared/etag.ts";
import { type Locale, localeCookie } from "#shared/locale.ts";
import { chooseEncoding, ENCODINGS, type Encoding } from "./encoding.ts";
import { createPageCache, type KeptPage, type SharedPage, sharedFor } from "./page-cache.ts";
import { fillHoles, fillPacked, type HoledPage } from "./page-holes.ts";
import { type PageVisitor, standIn } from "./page-visitor.ts";
import type { Bindings } from "./request-limits.ts";

/** Half a page and its compression in 5 ms; the next step takes as long again for 0.3 %. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const PACK = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const satisfies Record<Encoding, (body: Buffer) => Promise<Buffer>>;

export type KeptPagesSettings = {
  /** Renders a page for everybody: the request says no more of the visitor than such a page may know. */
  render(request: Request, bindings: Bindings): Promise<Response>;
  /** Who is signed in; undefined where their page has to be made for them alone. */
  readVisitor(incoming: IncomingMessage): Promise<PageVisitor | undefined>;
  /** Answers everything that is not kept, with its own words for a failure. */
  readonly edge: RequestListener;
};

/** `forgetPages`: whoever asks from now on gets a page that is rendered from now on. */
export function createKeptPages({ render, readVisitor, edge }: KeptPagesSettings): {
  readonly listener: RequestListener;
  forgetPages(): void;
} {
  const nonce = newNonce();
  // As long as the longest name that a page shows whole.
  const name = randomBytes(8).toString("hex");
  const cache = createPageCache(nonce);
  const answerVisitor = async (incoming: IncomingMessage, outgoing: ServerResponse, { address, locale }: SharedPage) => {
    const reader = await readVisitor(incoming);
    if (!reader) return false;
    const { own } = reader;
    // Whoever has as many tickets sees the same.
    const key = `${locale} ${reader.isStaff ? "staff" : "player"} ${own.bought} ${own.entries} ${address}`;
    const forStandIn = () => {
      const visitor = standIn({ name, isStaff: reader.isStaff });
      return render(sharedRequest(address, locale), { incoming, outgoing, nonce, visitor, own });
    };
    const page = await cache.find(key, forStandIn, name);
    if (!page?.holed) return false;
    await sendFilled(page, page.holed, { name: reader.name, incoming, outgoing });
    return true;
  };
  const listener: RequestListener = (incoming, outgoing) => {
    const shared = sharedFor(incoming);
    if (!shared) return edge(incoming, outgoing);
    const { address, locale, hasSession } = shared;
    const alone = () => edge(incoming, outgoing);
    if (hasSession) return void answerVisitor(incoming, outgoing, shared).then((sent) => sent || alone(), alone);
    const bindings = { incoming, outgoing, nonce };
    const page = cache.find(`${locale} ${address}`, () => render(sharedRequest(address, locale), bindings));
    const answer = (kept: KeptPage | undefined) => (kept ? send(kept, incoming, outgoing) : alone());
    if (!(page instanceof Promise)) return answer(page);
    page.then(answer, alone);
  };
  return { listener, forgetPages: () => cache.forget() };
}

type Asked = { readonly name: string; readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

async function sendFilled(page: KeptPage, holed: HoledPage, { name, incoming, outgoing }: Asked): Promise<void> {
  const encoding = chooseEncoding(incoming.headers["accept-encoding"]?.toString(), ["gzip"]);
  const parts = encoding ? await fillPacked(holed, name) : fillHoles(holed, name);
  // Copying 25 kB costs less than handing on ten pieces.
  const body = Buffer.concat(parts);
  const own = ["Content-Length", String(body.length), "Content-Security-Policy", holed.policyFor(name)];
  if (encoding) own.push("Content-Encoding", encoding);
  outgoing.writeHead(page.status, [...own, ...page.headers]);
  outgoing.end(body);
}

/** 122 random bits, which Node draws for many at once. */
export function newNonce(): string {
  return randomUUID();
}

function sharedRequest(address: string, locale: Locale): Request {
  // A choice, as a language that is not offered yet is had by no preference.
  const [Cookie = ""] = localeCookie(locale).split(";");
  // What the address is called by is no matter to a page: it names the shop's own, configured one.
  return new Request(new URL(address, "http://localhost"), { headers: { Cookie } });
}

function send(page: KeptPage, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const encoding = chooseEncoding(incoming.headers["accept-encoding"]?.toString(), ENCODINGS);
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
