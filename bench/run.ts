/**
 * `npm run bench`: the release's benches in turn, as ratios against a floor of the same run. `npm run bench
 * -- proof-page 100000` runs one with its arguments. A bench never fails for being slow.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

const RELEASE = ["page", "purchase", "mail"];

const [name, ...args] = process.argv.slice(2);
for (const bench of name === undefined ? RELEASE : [name]) {
  const file = join(import.meta.dirname, `${bench}.ts`);
  if (!/^[a-z-]+$/.test(bench) || !existsSync(file)) {
    console.error(`There is no bench "${bench}".`);
    process.exit(2);
  }
  console.log(`\n${bench}`);
  const child = spawn(process.execPath, [file, ...args], { stdio: "inherit" });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, forward);
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  for (const each of signals) process.off(each, forward);
  if (code !== 0) process.exit(code ?? (signal === null ? 1 : 130));
}
