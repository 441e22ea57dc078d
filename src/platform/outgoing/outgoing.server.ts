/** Sends to addresses typed in by staff. Only public addresses are reached, checked when connecting; no redirects. */
import { lookup as resolve } from "node:dns";
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.server.ts";

/** What an address may not be: no address of the web, with a name or password in it, in plain text, at another port, or not public. */
export type AddressRefusal = "malformed" | "credentials" | "not_https" | "port" | "private_address";

/** Why there is no reply. */
export type SendFailure = AddressRefusal | "timeout" | "unresolved" | "unreachable" | "certificate";

export type Sent = {
  readonly durationMs: number;
  /** A reply that leads elsewhere is an answer like any other: it is not followed. */
  readonly end:
    | { readonly status: number; readonly reply: string; readonly retryAfter: string | undefined }
    | { readonly status: undefined; readonly failure: SendFailure };
};

export type Outgoing = {
  refuses(url: string): AddressRefusal | undefined;
  post(message: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<Sent>;
};

type Lookup = (
  host: string,
  done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void,
) => void;

type Settings = {
  /** This machine may be sent to, in plain text and at any port: in a demonstration that nobody else can open. */
  readonly allowLoopback: boolean;
  readonly timeoutMs?: number;
  readonly lookup?: Lookup;
};

/** A tenth of it would do for most; whoever takes longer should say yes first and work then. */
const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 1024;
const PORTS = ["", "443", "8443"];
const LOOPBACK_NAME = "localhost";
/** Node's names of certificates that are not believed. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/;

class Refused extends Error {
  readonly code = "PRIVATE_ADDRESS";
}

export function createOutgoing({ allowLoopback, timeoutMs = TIMEOUT_MS, lookup = systemLookup }: Settings): Outgoing {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));

  function refuses(text: string): AddressRefusal | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) return "malformed";
    if (url.username !== "" || url.password !== "") return "credentials";
    const host = hostOf(url);
    const isHere = host === LOOPBACK_NAME || isLoopbackAddress(host);
    if (isHere) return allowLoopback ? undefined : "private_address";
    if (isIP(host) !== 0 && !isAllowed(host)) return "private_address";
    if (url.protocol !== "https:") return "not_https";
    return PORTS.includes(url.port) ? undefined : "port";
  }

  /** One that is private among them refuses all: whoever names it has no good reason to. */
  const pinned: LookupFunction = (host, options, done) => {
    lookup(host, (error, addresses) => {
      if (error || addresses.length === 0) return done(error ?? new Error(`${host} has no address`), "", 4);
      if (!addresses.every(({ address }) => isAllowed(address))) return done(new Refused(host), "", 4);
      if (options.all) return done(null, [...addresses]);
      const [first] = addresses;
      done(null, first?.address ?? "", first?.family ?? 4);
    });
  };

  return {
    refuses,
    async post({ url, headers, body }) {
      const began = performance.now();
      const since = () => Math.round(performance.now() - began);
      const refusal = refuses(url);
      if (refusal !== undefined) return { durationMs: since(), end: { status: undefined, failure: refusal } };
      const end = await send(new URL(url), { headers, body, lookup: pinned, timeoutMs });
      return { durationMs: since(), end };
    },
  };
}

type Sending = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
};

function send(url: URL, { headers, body, lookup, timeoutMs }: Sending): Promise<Sent["end"]> {
  return new Promise((done) => {
    const open = url.protocol === "https:" ? overHttps : overHttp;
    const timer = setTimeout(() => end({ status: undefined, failure: "timeout" }), timeoutMs);
    const request = open(url, {
      method: "POST",
      headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
      lookup,
      // A connection of its own, opened to an address that was looked at just now.
      agent: false,
    });
    const end = (how: Sent["end"]) => {
      clearTimeout(timer);
      request.destroy();
      done(how);
    };
    request.on("error", (error) => end({ status: undefined, failure: failureOf(error) }));
    request.on("response", (reply) => {
      const status = reply.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let size = 0;
      const heard = () => end({ status, reply: textOf(Buffer.concat(chunks)), retryAfter: reply.headers["retry-after"] });
      reply.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= KEPT_BYTES) heard();
      });
      reply.on("end", heard);
      // It broke off in mid-reply: what it had answered stands.
      reply.on("error", heard);
    });
    request.end(body);
  });
}

function failureOf(error: Error & { code?: string }): SendFailure {
  if (error instanceof Refused) return "private_address";
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(error.code ?? "")) return "unresolved";
  return CERTIFICATE.test(error.code ?? "") ? "certificate" : "unreachable";
}

/** A table holds neither half a character nor NUL. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES)).replaceAll("\0", "");
}

/** The host as a name or a bare address: IPv6 stands in brackets in an address of the web, and a name may end with the root's dot. */
function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

const systemLookup: Lookup = (host, done) => resolve(host, { all: true }, done);
