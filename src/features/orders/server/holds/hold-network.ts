/** The network of a buyer, as a hash that limits on holds count by. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";

function siteOf(address: string): string {
  if (!address.includes(":")) return address;
  return address.replace(/\/.*$/, "").split(":").slice(0, 3).join(":");
}

/**
 * The keyed hash of a client's network: an IPv4 address, or the /48 of an IPv6 address, which one site
 * usually has.
 * @param address as `clientAddress` gives it: "203.0.113.7", "2001:db8:1:2::/64", "unknown"
 */
export function holdNetwork(ctx: Pick<Ctx, "lastingSecret">, address: string): string {
  return createHmac("sha256", ctx.lastingSecret)
    .update(`network ${siteOf(address)}`)
    .digest("base64url");
}
