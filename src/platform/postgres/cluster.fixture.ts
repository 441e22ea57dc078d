/** A database cluster of three nodes as in deploy/ha, whose nodes can be killed, frozen or cut off. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { newestBin } from "./cluster-lacks.fixture.ts";
import { configOf, makeNode, type Node, run } from "./cluster-node.fixture.ts";
import { withClient } from "./db-client.server.ts";

export type Cluster = {
  readonly nodes: readonly Node[];
  /** Through HAProxy, to the primary. */
  readonly url: string;
  readonly ownerUrl: string;
  /** Through HAProxy, to a standby. */
  readonly standbyUrl: string;
  primary(): Promise<Node>;
  /** Waits until all three take part and replication is synchronous. */
  whole(): Promise<void>;
  stop(): Promise<void>;
};

const SOON = { timeout: 90_000, interval: 100 };
type Member = { readonly name: string; readonly role: string; readonly state: string };

export async function startCluster(): Promise<Cluster> {
  const binDir = newestBin() ?? "";
  const folder = await mkdtemp(join(tmpdir(), "concours-cluster-"));
  await using undo = new AsyncDisposableStack();
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const postgres = { uid: Number(run("id", "-u", "postgres")), gid: Number(run("id", "-g", "postgres")) };
  // Reserved for network tests (RFC 2544).
  const net = `198.18.${process.pid % 256}`;
  const bridge = `cc${process.pid % 100_000}`;
  run("ip", "link", "add", bridge, "type", "bridge");
  undo.defer(async () => void run("ip", "link", "del", bridge));
  run("ip", "addr", "add", `${net}.1/24`, "dev", bridge);
  run("ip", "link", "set", bridge, "up");

  const words = await writeSecrets(folder, net, postgres);
  const nodes: Node[] = [];
  for (const i of [1, 2, 3]) {
    const node = await makeNode({ folder, bridge, net, i, secrets: words.env, binDir, postgres });
    undo.defer(() => node.stop());
    nodes.push(node);
  }
  for (const node of nodes) node.start();
  const proxy = await startProxy({ folder, net, binDir });
  undo.defer(async () => void proxy.kill("SIGKILL"));

  const tls = `sslmode=verify-full&sslrootcert=${join(folder, "etc/server.crt")}`;
  const urlOf = (role: "owner" | "shop", port: number) =>
    `postgresql://concours_${role}:${words[role]}@${net}.1:${port}/concours?${tls}`;
  const viewOf = async ({ address }: Node): Promise<Member[]> => {
    const reply = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) });
    const { members } = (await reply.json()) as { members: Member[] };
    return members.map(({ name, role, state }) => ({ name, role, state }));
  };
  const running = undo.move();
  const cluster: Cluster = {
    nodes,
    url: urlOf("shop", 5000),
    ownerUrl: urlOf("owner", 5000),
    standbyUrl: urlOf("shop", 5001),
    async primary() {
      const all = await Promise.any(nodes.map(viewOf));
      const leader = all.find(({ role }) => role === "leader");
      const node = nodes.find(({ name }) => name === leader?.name);
      if (!node) throw new Error("nobody leads");
      return node;
    },
    whole: () =>
      vi.waitFor(async () => {
        // A node that was frozen or cut off may report an outdated view.
        const [one = [], ...others] = await Promise.all(nodes.map(viewOf));
        const told = JSON.stringify(one);
        if (others.some((view) => JSON.stringify(view) !== told)) throw new Error(`not all agree with ${told}`);
        const roles = one.filter(({ state }) => state === "running" || state === "streaming").map(({ role }) => role);
        if (roles.sort().join() !== "leader,replica,sync_standby") throw new Error(told);
        const primary = one.find(({ role }) => role === "leader")?.name.replace("db", `${net}.1`);
        const superuser = `postgresql://postgres:${words.env.PATRONI_SUPERUSER_PASSWORD}@${primary}:5432/concours?${tls}`;
        const follow = "SELECT FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'db%'";
        const { rowCount } = await withClient(superuser, (client) => client.query(follow));
        if (rowCount !== 2) throw new Error(`${rowCount} follow: ${told}`);
      }, SOON),
    stop: () => running.disposeAsync(),
  };
  try {
    await cluster.whole();
  } catch (error) {
    process.stderr.write(run("sh", "-c", `tail -n 30 ${folder}/*.log`));
    await running.disposeAsync();
    throw error;
  }
  return cluster;
}

type Secrets = { readonly owner: string; readonly shop: string; readonly env: Record<string, string> };

async function writeSecrets(folder: string, net: string, { uid, gid }: { uid: number; gid: number }): Promise<Secrets> {
  const etc = join(folder, "etc");
  await mkdir(etc);
  const word = () => randomBytes(12).toString("hex");
  const [owner, shop] = [word(), word()];
  await writeFile(join(etc, "owner_password"), owner);
  await writeFile(join(etc, "shop_password"), shop);
  await writeFile(join(etc, "roles.sh"), await configOf("roles.sh", { folder, net, i: 1, binDir: "" }));
  await chmod(join(etc, "roles.sh"), 0o755);
  const names = [1, 2, 3].map((i) => `IP:${net}.1${i}`).join(",");
  const key = join(etc, "server.key");
  const certificate = ["-keyout", key, "-out", join(etc, "server.crt"), "-subj", "/CN=concours", "-addext"];
  run(
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...certificate,
    `subjectAltName=${names},IP:${net}.1`,
  );
  await chmod(key, 0o600);
  await chown(key, uid, gid);
  const env = {
    PATRONI_SUPERUSER_PASSWORD: word(),
    PATRONI_REPLICATION_PASSWORD: word(),
    PATRONI_REWIND_PASSWORD: word(),
    PATRONI_RESTAPI_PASSWORD: word(),
  };
  return { owner, shop, env };
}

async function startProxy(place: { folder: string; net: string; binDir: string }): Promise<ChildProcess> {
  const file = join(place.folder, "haproxy.cfg");
  await writeFile(file, (await configOf("haproxy.cfg", { ...place, i: 1 })).replaceAll("127.0.0.1", `${place.net}.1`));
  return spawn("/usr/sbin/haproxy", ["-f", file, "-db"], { stdio: "ignore" });
}
