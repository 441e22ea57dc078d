/**
 * Sends to addresses that staff have typed: public ones only, which is checked when connecting; redirects
 * are not followed.
 */
import { lookup as resolve } from "node:dns";
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.server.ts";

/** Why an address cannot be used. */
export type AddressRefusal = "malformed" | "credentials" | "not_https" | "port" | "private_address";

/** Why a message was not delivered. */
export type SendFailure = AddressRefusal | "timeout" | "unresolved" | "unreachable" | "certificate";

/** The outcome of a delivery: the reply's status and beginning, or why there was none. */
export type Sent = {
  readonly durationMs: number;
  /** Redirects are not followed. */
  readonly end:
    | { readonly status: number; readonly reply: string; readonly retryAfter: string | undefined }
    | { readonly status: undefined; readonly failure: SendFailure };
};

export type Outgoing = {
  refusalOf(url: string): AddressRefusal | undefined;
  post(message: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<Sent>;
};

type Lookup = (
  host: string,
  done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void,
) => void;

type Settings = {
  /** Permits this machine, plain text and any port: for a demonstration that is only reachable from it. */
  readonly allowLoopback: boolean;
  readonly timeoutMs?: number;
  readonly lookup?: Lookup;
};

/** Receivers should acknowledge first and work afterwards. */
const TIMEOUT_MS = 10_000;
const STORED_BYTES = 1024;
const PORTS = ["", "443", "8443"];
const LOOPBACK_NAME = "localhost";
/** Node's error codes for untrusted certificates. */
const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/;

class PrivateAddress extends Error {
  readonly code = "PRIVATE_ADDRESS";
}

export function createOutgoing({ allowLoopback, timeoutMs = TIMEOUT_MS, lookup = systemLookup }: Settings): Outgoing {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));

  function refusalOf(text: string): AddressRefusal | undefined {
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

  /** One private address among them refuses all. */
  const pinned: LookupFunction = (host, options, done) => {
    lookup(host, (error, addresses) => {
      if (error || addresses.length === 0) return done(error ?? new Error(`${host} has no address`), "", 4);
      if (!addresses.every(({ address }) => isAllowed(address))) return done(new PrivateAddress(host), "", 4);
      if (options.all) return done(null, [...addresses]);
      const [first] = addresses;
      done(null, first?.address ?? "", first?.family ?? 4);
    });
  };

  return {
    refusalOf,
    async post({ url, headers, body }) {
      const began = performance.now();
      const since = () => Math.round(performance.now() - began);
      const refusal = refusalOf(url);
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
      // A new connection to an address that was just checked.
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
      const finish = () => end({ status, reply: textOf(Buffer.concat(chunks)), retryAfter: reply.headers["retry-after"] });
      reply.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= STORED_BYTES) finish();
      });
      reply.on("end", finish);
      // The reply broke off; its status stands.
      reply.on("error", finish);
    });
    request.end(body);
  });
}

function failureOf(error: Error & { code?: string }): SendFailure {
  if (error instanceof PrivateAddress) return "private_address";
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(error.code ?? "")) return "unresolved";
  return CERTIFICATE_ERROR.test(error.code ?? "") ? "certificate" : "unreachable";
}

/** PostgreSQL's text allows neither half a character nor NUL. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, STORED_BYTES)).replaceAll("\0", "");
}

/** The host as a name or a bare address, without IPv6 brackets and trailing root dot. */
function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

const systemLookup: Lookup = (host, done) => resolve(host, { all: true }, done);
