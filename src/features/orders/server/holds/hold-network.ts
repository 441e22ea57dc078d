import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";

/**
 * A keyed hash of the client's network: an IPv4 address, or an IPv6 /48, which one site gets for free.
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
