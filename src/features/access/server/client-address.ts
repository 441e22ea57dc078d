import { BlockList, isIP, isIPv6 } from "node:net";
import type { Ctx } from "#platform/ctx.server.ts";

/** Clients without a known address share one limit. */
const UNKNOWN = "unknown";

/**
 * The client's IP address: the last `X-Forwarded-For` entry that is no trusted proxy's, if such a proxy
 * sent the request; else the other end of the connection. An IPv6 address becomes its /64 network; unknown
 * ones share "unknown".
 */
export function clientAddress(ctx: Ctx, headers: Headers, socket: string | undefined): string {
  const proxies = trusted(ctx);
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => plain(hop.trim()));
  let address = plain(socket ?? "");
  while (address !== undefined && isTrusted(proxies, address) && hops.length > 0) {
    const hop = hops.pop();
    // A trusted proxy that names no valid client counts as the client.
    if (hop === undefined) break;
    address = hop;
  }
  if (address === undefined) return UNKNOWN;
  return isIPv6(address) ? network64(address) : address;
}

/** Whether the other end of the connection is one of the configured proxies. */
export function isTrustedPeer(ctx: Ctx, socket: string | undefined): boolean {
  const address = plain(socket ?? "");
  return address !== undefined && isTrusted(trusted(ctx), address);
}

/** The parsed list of trusted proxies, once per context. */
const lists = new WeakMap<Ctx, BlockList>();

function trusted(ctx: Ctx): BlockList {
  const known = lists.get(ctx);
  if (known) return known;
  const list = new BlockList();
  for (const entry of ctx.env.trustedProxies) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  lists.set(ctx, list);
  return list;
}

function isTrusted(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Strips brackets, port and zone, and unwraps IPv4-mapped IPv6. Undefined if the text is no address. */
function plain(text: string): string | undefined {
  const bare = text
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) ? address.toLowerCase() : undefined;
}

/** The /64 network of an IPv6 address: "2001:db8::1" → "2001:db8:0:0::/64". */
function network64(address: string): string {
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}
