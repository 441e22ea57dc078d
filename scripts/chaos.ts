/**
 * `npm run chaos -- --cluster`: installs a three-node database on Debian as root, then sells a hot draw while
 * its primary is killed, frozen and cut off. `--rounds 5` for longer, `--seed N` repeats a run.
 */
import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { missingForCluster } from "#platform/postgres/fixtures/cluster-lacks.fixture.ts";

const ROOT = join(import.meta.dirname, "..");
const PACKAGES = ["patroni", "etcd-server", "haproxy", "postgresql", "iproute2", "openssl"];
const say = (line: string) => process.stdout.write(`${line}\n`);
const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;

const options = { cluster: { type: "boolean" }, rounds: { type: "string", default: "2" }, seed: { type: "string" } } as const;
const { values } = parseArgs({ options });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(values.rounds);
if (!values.cluster || !Number.isInteger(seed) || !(rounds > 0)) {
  process.stderr.write("npm run chaos -- --cluster [--rounds 2] [--seed N]; without a cluster: npm run stress\n");
  process.exit(2);
}

// Prevents the packages from starting their services.
const quiet = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
if (missingForCluster()?.startsWith("not installed") && run("apt-get", ["update", "-qq"]) === 0)
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PACKAGES], quiet);
const lacks = missingForCluster();
if (lacks !== undefined) {
  say(`Skipped: ${lacks}. It needs root on Debian, and the packages ${PACKAGES.join(", ")}.`);
} else {
  say(`seed ${seed}`);
  const report = join(ROOT, "test-results/stress-cluster.json");
  await rm(report, { force: true });
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--config", "e2e/chaos.config.ts"];
  process.exitCode = run(process.execPath, vitest, { STRESS_SEED: String(seed), CHAOS_ROUNDS: String(rounds) });
  say(await readFile(report, "utf8").catch(() => "no figures"));
}
