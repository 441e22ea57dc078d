/** Debian's PgBouncer in front of a database, configured as in deploy/pgbouncer. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../free-port.fixture.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const DEPLOYED = join(import.meta.dirname, "../../../deploy/pgbouncer/pgbouncer.ini");
/** The missing requirement; undefined if there is none. */
export function pgbouncerLacks(): string | undefined {
  return existsSync(PROGRAM) ? undefined : `not installed: ${PROGRAM}`;
}

/** The user for PgBouncer, which refuses to run as root. */
const NOBODY = 65534;

export type Bouncer = { readonly url: string; stop(): Promise<void> };
type Wanted = { readonly mode: "session" | "transaction"; readonly connections: number };

/**
 * Starts PgBouncer with so many server connections for the database at `url` (a socket), with the same role.
 */
export async function startPgbouncer(url: string, { mode, connections }: Wanted): Promise<Bouncer> {
  const folder = await mkdtemp(join(tmpdir(), "concours-pgbouncer-"));
  const to = new URL(url);
  const port = await freePort();
  const name = to.pathname.slice(1);
  const file = join(folder, "pgbouncer.ini");
  const users = join(folder, "userlist.txt");
  await writeFile(users, `"${to.username}" "${decodeURIComponent(to.password)}"\n`);
  const way = await wayTo(join(to.searchParams.get("host") ?? "", ".s.PGSQL.5432"));
  const text = (await readFile(DEPLOYED, "utf8"))
    .replace("concours = host=10.0.0.10 port=5432 dbname=concours", `${name} = host=127.0.0.1 port=${way.port} dbname=${name}`)
    .replace("listen_addr = 10.0.0.10", "listen_addr = 127.0.0.1")
    .replace("listen_port = 6432", `listen_port = ${port}`)
    .replace("pool_mode = transaction", `pool_mode = ${mode}`)
    .replace(/default_pool_size = \d+/, `default_pool_size = ${connections}`)
    // The tests' server identifies users by its socket's permissions.
    .replace("auth_type = scram-sha-256", "auth_type = trust")
    .replace(/auth_file = .*/, `auth_file = ${users}\nunix_socket_dir =`)
    .replaceAll(/^(?:client|server)_tls_.*\n/gm, "");
  await writeFile(file, text);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, file, users]) await chmod(path, 0o755);
  const child = spawn(PROGRAM, [file], { stdio: ["ignore", "ignore", "pipe"], ...(isRoot && { uid: NOBODY, gid: NOBODY }) });
  const exited = once(child, "exit");
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      lines.push(line);
      if (line.includes("process up")) resolve();
    });
    exited.then(() => reject(new Error(`PgBouncer ended:\n${lines.join("\n")}`)), reject);
  });
  const own = Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) });
  own.searchParams.delete("host");
  return {
    url: own.href,
    async stop() {
      child.kill("SIGKILL");
      await exited;
      way.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Forwards a TCP port to the server's private socket. */
async function wayTo(path: string): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((near) => {
    const far = connect(path);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: portOf(server), close: () => void server.close() };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}
