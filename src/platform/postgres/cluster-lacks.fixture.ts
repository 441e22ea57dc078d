/** Whether this machine can run a cluster. `npm run chaos -- --cluster` installs what it needs. */
import { existsSync, globSync } from "node:fs";
import { run } from "./cluster-node.fixture.ts";

const PROGRAMS = ["/usr/bin/etcd", "/usr/bin/patroni", "/usr/sbin/haproxy", "/usr/bin/setpriv", "/usr/bin/openssl"];

/** The missing requirement; undefined if there is none. */
export function clusterLacks(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root can make networks for three machines";
  const missing = PROGRAMS.filter((program) => !existsSync(program));
  if (newestBin() === undefined) missing.push("Debian's PostgreSQL 15 or newer");
  if (missing.length > 0) return `not installed: ${missing.join(", ")}`;
  try {
    run("ip", "netns", "add", "concours-try");
    run("ip", "netns", "del", "concours-try");
    return undefined;
  } catch {
    return "this machine does not let root make networks";
  }
}

export function newestBin(): string | undefined {
  const bins = globSync("/usr/lib/postgresql/*/bin").filter((bin) => Number(bin.split("/").at(-2)) >= 15);
  return bins.sort((a, b) => b.localeCompare(a, "en", { numeric: true }))[0];
}
