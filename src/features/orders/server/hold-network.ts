import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";

/**
 * A keyed hash of the client's network, by which holds are counted: an IPv4 address, or the /48 of an IPv6
 * address. A /48 is what one site gets for free; it contains 65,536 household networks.
 *
 * @param address as `clientAddress` gives it: "203.0.113.7", "2001:db8:1:2::/64", "unknown"
 */
export function holdNetwork(ctx: Pick<Ctx, "lastingSecret">, address: string): string {
  return createHmac("sha256", ctx.lastingSecret)
    .update(`network ${siteOf(address)}`)
    .digest("base64url");
}

function siteOf(address: string): string {
  if (!address.includes(":")) return address;
  return address.replace(/\/.*$/, "").split(":").slice(0, 3).join(":");
}
