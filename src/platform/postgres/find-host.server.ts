/** Which of a database's hosts to connect to: the one that can be written, wherever it is by now. */
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import pg from "pg";
import { splitHosts, type Target } from "./host-list.ts";

/** For one answer of one host; whoever is silent for longer is not the one. */
const ANSWER_MS = 2_000;
/** The next host is asked as well once one has been silent for so long. */
const NEXT_AFTER_MS = 250;
const PAUSE_MS = 250;
/** Shorter than the pool waits for a connection, so that whoever waits learns what each host said. */
const SEARCH_TIMEOUT_MS = 3_000;

type Place = { readonly host: string; readonly port: number };

/**
 * How `pg` is told to connect to a database: the address alone where it names one host, and else also what chooses among them. Wherever the shop
 * connects, it does so with this.
 *
 * Several hosts are asked one after the other, the last good one first, and the first that fits is taken; `target_session_attrs` says what fits, and
 * that is one that can be written unless it is said. While none does, as during a failover, they are asked again for a few seconds. When another host
 * than before can be written, connections to the others are broken: nobody will answer on them, or nothing can be written there.
 */
export function connectionTo(url: string): Pick<pg.ClientConfig, "connectionString" | "ssl" | "stream"> {
  const { addresses, target } = splitHosts(url);
  const [first = url] = addresses;
  if (addresses.length === 1 && target === undefined) return { connectionString: url };
  const hosts = remembered.get(url) ?? new Hosts(addresses, target);
  remembered.set(url, hosts);
  const { ssl } = new pg.Client({ connectionString: first }) as { ssl?: boolean | object };
  return {
    connectionString: withoutTls(first),
    ssl: ssl ? { ...(typeof ssl === "object" && ssl), checkServerIdentity: hosts.fitsOneOf } : false,
    stream: () => new ChoosingSocket(hosts),
  };
}

/** For each address: what is known of its hosts is the same for all that connect. */
const remembered = new Map<string, Hosts>();

class Hosts {
  readonly #addresses: readonly string[];
  readonly #target: Target;
  readonly #open = new Map<Socket, string>();
  #good: string | undefined;
  #finding: Promise<string> | undefined;

  constructor(addresses: readonly string[], target: Target = "read-write") {
    this.#addresses = addresses;
    this.#target = target;
  }

  /** A certificate is one of these hosts': as good as each other, they stand in one setting. */
  readonly fitsOneOf = (_name: string, certificate: PeerCertificate): Error | undefined => {
    const found = this.#addresses.map((address) => checkServerIdentity(placeOf(address).host, certificate));
    return found.includes(undefined) ? undefined : found[0];
  };

  /** Where to connect now. Whoever asks meanwhile gets the same answer. */
  async place(socket: Socket): Promise<Place> {
    this.#finding ??= this.#find().finally(() => (this.#finding = undefined));
    const address = await this.#finding;
    this.#open.set(socket, address);
    socket.once("close", () => this.#open.delete(socket));
    return placeOf(address);
  }

  async #find(): Promise<string> {
    const end = performance.now() + SEARCH_TIMEOUT_MS;
    for (;;) {
      const said = new Map<string, string>();
      const good = await this.#ask(said);
      if (good !== undefined) {
        this.#moveTo(good);
        return good;
      }
      if (performance.now() > end) {
        const all = this.#addresses.flatMap((address) => {
          const { host, port } = placeOf(address);
          return said.has(address) ? [`${host}:${port} ${said.get(address)}`] : [];
        });
        throw Object.assign(new Error(`no host of the database is ${this.#target}: ${all.join("; ")}`), { code: "ENOTFOUND" });
      }
      await sleep(PAUSE_MS);
    }
  }

  #moveTo(good: string): void {
    const isOnlyOne = this.#target === "read-write" || this.#target === "primary";
    if (isOnlyOne) for (const [socket, address] of this.#open) if (address !== good) socket.destroy();
    this.#good = good;
  }

  /** @param said gets why each that was asked is not the one */
  async #ask(said: Map<string, string>): Promise<string | undefined> {
    const inTurn = [...this.#addresses].sort((a, b) => Number(b === this.#good) - Number(a === this.#good));
    const enough = new AbortController();
    /** Of `prefer-standby`: good enough if nobody is better. */
    let fallback: string | undefined;
    const ask = async (address: string): Promise<string> => {
      const is = await roleOf(address).catch((error: Error) => error);
      if (!(is instanceof Error) && fits(is, this.#target)) return address;
      if (!(is instanceof Error)) fallback ??= address;
      const why =
        is instanceof Error ? is.message : is.isStandby ? "is a standby" : is.isReadOnly ? "is read only" : "is the primary";
      said.set(address, why);
      throw new Error(why);
    };
    const asked: Promise<string>[] = [];
    try {
      for (const address of inTurn) {
        const answer = ask(address);
        asked.push(answer);
        const later = sleep(NEXT_AFTER_MS, undefined, { signal: enough.signal }).catch(() => undefined);
        const good = await Promise.race([Promise.any(asked).catch(() => undefined), later.then(() => undefined)]);
        if (good !== undefined) return good;
      }
      return await Promise.any(asked).catch(() => (this.#target === "prefer-standby" ? fallback : undefined));
    } finally {
      enough.abort();
    }
  }
}

type Role = { readonly isStandby: boolean; readonly isReadOnly: boolean };

function fits({ isStandby, isReadOnly }: Role, target: Target): boolean {
  if (target === "read-write") return !isReadOnly;
  if (target === "read-only") return isReadOnly;
  if (target === "primary") return !isStandby;
  return target === "any" || isStandby;
}

async function roleOf(address: string): Promise<Role> {
  const client = new pg.Client({
    connectionString: address,
    application_name: "concours-which",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Role>(
      `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
    );
    client.end().catch(() => undefined);
    return rows[0] ?? { isStandby: true, isReadOnly: true };
  } catch (error) {
    // A server that is silent would not hear a farewell either.
    (client as pg.Client & { connection?: pg.Connection }).connection?.stream.destroy();
    throw error;
  }
}

/** Connects where the hosts say, whatever address it is told. */
class ChoosingSocket extends Socket {
  readonly #hosts: Hosts;

  constructor(hosts: Hosts) {
    super();
    this.#hosts = hosts;
  }

  override connect(): this {
    this.#hosts.place(this).then(
      ({ host, port }) => {
        if (this.destroyed) return;
        if (host.startsWith("/")) super.connect(`${host}/.s.PGSQL.${port}`);
        else super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

function placeOf(address: string): Place {
  const { host, port } = new pg.Client({ connectionString: address });
  return { host, port };
}

/** What it says of TLS is read, and would count for more than what is made of it. */
function withoutTls(address: string): string {
  const [place = "", query = ""] = address.split("?");
  const kept = query.split("&").filter((each) => each !== "" && !/^(ssl\w*|uselibpqcompat)=/.test(each));
  return kept.length > 0 ? `${place}?${kept.join("&")}` : place;
}
