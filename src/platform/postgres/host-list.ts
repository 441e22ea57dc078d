/** Addresses of a database with several hosts, as libpq writes them: https://www.postgresql.org/docs/current/libpq-connect.html. */

/** What a host must be to be connected to. */
const TARGETS = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
export type Target = (typeof TARGETS)[number];

/** `addresses`: one of each host, in the order in which they are to be tried, such as `pg` reads them. */
export type HostList = { readonly addresses: readonly string[]; readonly target: Target | undefined };

const ADDRESS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i;
/** What `pg` does not know, or would take for one host. */
const TOLD_HERE = ["target_session_attrs", "host", "hostaddr", "port", "load_balance_hosts"];

/**
 * The hosts of `postgresql://role:password@one:5432,two:5432/shop?target_session_attrs=read-write`. They may also stand in the parameters `host` and
 * `port`, as folders of sockets do; one port counts for all.
 *
 * @throws for a target that libpq does not know, and for ports that do not fit the hosts
 */
export function splitHosts(url: string): HostList {
  const [, before = "", authority = "", path = "", query = ""] = ADDRESS.exec(url) ?? [];
  const told = new URLSearchParams(query);
  const target = told.get("target_session_attrs") ?? undefined;
  if (target !== undefined && !isTarget(target)) throw new Error(`target_session_attrs is one of ${TARGETS.join(", ")}`);
  const hosts = told.get("host")?.split(",");
  if ((hosts?.length ?? authority.split(",").length) < 2 && target === undefined) return { addresses: [url], target };

  const others = query.split("&").filter((each) => each !== "" && !TOLD_HERE.includes(each.split("=")[0] ?? ""));
  const address = (host: string, more: readonly string[]) => {
    const all = [...more, ...others];
    return `${before}${host}${path}${all.length > 0 ? `?${all.join("&")}` : ""}`;
  };
  if (hosts === undefined) return { addresses: authority.split(",").map((host) => address(host, [])), target };
  const ports = told.get("port")?.split(",") ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) throw new Error("one port for all hosts, or one for each");
  return {
    addresses: hosts.map((host, i) => {
      const port = ports[i] ?? ports[0];
      return address("localhost", [`host=${encodeURIComponent(host)}`, ...(port === undefined ? [] : [`port=${port}`])]);
    }),
    target,
  };
}

/** An address for reading: of several hosts, a standby if there is one, unless the address says otherwise. */
export function preferStandby(url: string): string {
  const { addresses, target } = splitHosts(url);
  if (addresses.length === 1 || target !== undefined) return url;
  return `${url}${url.includes("?") ? "&" : "?"}target_session_attrs=prefer-standby`;
}

function isTarget(word: string): word is Target {
  return TARGETS.some((target) => target === word);
}
