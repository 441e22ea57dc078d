/** Formats of settings: lists, addresses, networks. */
import { BlockList, isIP } from "node:net";
import pg from "pg";

/**
 * Whether a database address names a single host; not with libpq's lists of hosts or
 * `target_session_attrs`, which selects among them.
 */
export function hasOneHost(databaseUrl: string): boolean {
  const [, hosts = ""] = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(databaseUrl) ?? [];
  const parameters = new URLSearchParams(databaseUrl.split("?")[1] ?? "");
  const listed = [hosts, ...["host", "hostaddr", "port"].flatMap((name) => parameters.getAll(name))];
  return !listed.some((each) => each.includes(",")) && !parameters.has("target_session_attrs");
}

/** The items of a list separated by commas, trimmed and without empty ones. */
export function list(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

/**
 * Whether an address has neither path nor credentials. Links are made by appending a path; forms are
 * accepted from this origin only.
 */
export function isOrigin(text: string): boolean {
  const { pathname = "", search, hash, username, password } = URL.parse(text) ?? {};
  return /^\/*$/.test(pathname) && !search && !hash && !username && !password;
}

export function isMailServer(text: string): boolean {
  const { protocol = "", hostname = "" } = URL.parse(text) ?? {};
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/** The shortest prefixes: those of the largest private networks, 10.0.0.0/8 and fc00::/7. */
const FEWEST_BITS = { 4: 8, 6: 7 } as const;

const IPV4_MAPPED = new BlockList();
IPV4_MAPPED.addSubnet("::", 8, "ipv6");

/** An IP address or a network in CIDR notation that is not larger than a private network. */
export function isNetwork(entry: string): boolean {
  const [address = "", bits, ...more] = entry.split("/");
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || more.length > 0) return false;
  if (version === 6 && bits !== undefined && IPV4_MAPPED.check(address, "ipv6")) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= FEWEST_BITS[version] && Number(bits) <= (version === 6 ? 128 : 32))
  );
}

const LOOPBACK = /^(localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/i;

/** Whether a host name or address is this machine's own. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Whether the client can read a database address and its certificate files. A string that is no address is
 * a database name without a host.
 */
export function isReadable(databaseUrl: string): boolean {
  if (!/^(postgres(ql)?:\/\/|socket:|\/)/i.test(databaseUrl)) return false;
  try {
    return new pg.Client({ connectionString: databaseUrl }).host !== "";
  } catch {
    return false;
  }
}
