/** Distinguishes public network addresses from private and special ones. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Source: IANA IPv4 Special-Purpose Address Registry, plus multicast and the reserved range. */
const IPV4_SPECIAL = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Within 2000::/3: tunnels (to any IPv4 address), protocols and examples. Source: IANA IPv6 registry. */
const IPV6_SPECIAL = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [net, prefix] of IPV4_SPECIAL) special.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of IPV6_SPECIAL) special.addSubnet(net, prefix, "ipv6");
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an address from a resolver or in a URL is public. IPv4-mapped IPv6 is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return isIPv6(address) && global6.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return loopback.check(address, "ipv4");
  return isIPv6(address) && loopback.check(address, "ipv6") && !address.toLowerCase().startsWith("::ffff");
}
