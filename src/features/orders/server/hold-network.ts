/** The network that a hold comes from, as holds are counted by it. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";

/**
 * A name for the network of a client, which tells nobody its address: an IPv4 address, or the /48 network of an IPv6 one. That is what one site gets,
 * and what anybody gets for nothing; it has 65,536 networks of one household each.
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
