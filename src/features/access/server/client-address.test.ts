import { describe, expect, it } from "vitest";
import type { Ctx } from "#platform/ctx.server.ts";
import { clientAddress } from "./client-address.ts";

const behind = (...trustedProxies: string[]) => ({ env: { trustedProxies } }) as unknown as Ctx;
const forwarded = (value: string) => new Headers({ "x-forwarded-for": value });

describe("a client's address", () => {
  it.each([
    ["is the other end of the connection", [], "", "203.0.113.7", "203.0.113.7"],
    ["ignores claims of clients", [], "198.51.100.1", "203.0.113.7", "203.0.113.7"],
    ["ignores rotated claims", [], "198.51.100.2, 198.51.100.3", "203.0.113.7", "203.0.113.7"],
    ["is what a trusted proxy saw", ["10.0.0.1"], "203.0.113.7", "10.0.0.1", "203.0.113.7"],
    [
      "is the last one that no trusted proxy has",
      ["10.0.0.0/8"],
      "198.51.100.9, 203.0.113.7, 10.2.3.4",
      "10.0.0.1",
      "203.0.113.7",
    ],
    ["is the proxy's own if it names none", ["10.0.0.1"], "", "10.0.0.1", "10.0.0.1"],
    ["is the proxy's own if it names an invalid one", ["10.0.0.1"], "unknown", "10.0.0.1", "10.0.0.1"],
    ["carries no port", ["10.0.0.1"], "203.0.113.7:4711", "10.0.0.1", "203.0.113.7"],
    ["unwraps IPv4-mapped IPv6", [], "", "::ffff:203.0.113.7", "203.0.113.7"],
    ["trusts a proxy with an IPv4-mapped address", ["10.0.0.1"], "203.0.113.7", "::ffff:10.0.0.1", "203.0.113.7"],
    ["is a whole /64 of IPv6", [], "", "2001:DB8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
    ["is the same for neighbours in the /64", [], "", "2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["expands zeros", [], "", "2001:db8::1", "2001:db8:0:0::/64"],
    ["drops the zone", [], "", "fe80::1%eth0", "fe80:0:0:0::/64"],
    ["is the loopback network", [], "", "::1", "0:0:0:0::/64"],
    [
      "drops brackets, behind an IPv6 proxy",
      ["2001:db8:ff::/48"],
      "[2001:db8:1:2::5]:443",
      "2001:db8:ff::9",
      "2001:db8:1:2::/64",
    ],
    ["is unknown without a connection", [], "203.0.113.7", undefined, "unknown"],
  ])("%s", (_case, proxies, header, socket, expected) => {
    expect(clientAddress(behind(...proxies), forwarded(header), socket)).toBe(expected);
  });
});
