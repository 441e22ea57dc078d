/**
 * `npm run stress -- --minutes 30`: kill points, chaos, model and fuzzer in turn; prints a failure's seed.
 * `--seed N` repeats a run, `--only chaos` selects one, `--providers both` the payment providers.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "./find-chromium.ts";

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "test-results");
const PARTS = ["kills", "chaos", "model", "fuzz"] as const;
type Part = (typeof PARTS)[number];

/** As in e2e/stress-time.fixture.ts. */
const PROVIDERS = ["stripe", "checkout", "both"];

const options = {
  minutes: { type: "string", default: "10" },
  seed: { type: "string" },
  only: { type: "string" },
  providers: { type: "string" },
} as const;
const { values } = parseArgs({ options });
const seconds = Number(values.minutes) * 60;
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const chosen = PARTS.filter((part) => values.only === undefined || part === values.only);
const isKnown = values.providers === undefined || PROVIDERS.includes(values.providers);
if (!(seconds > 0) || !Number.isInteger(seed) || chosen.length === 0 || !isKnown) {
  process.stderr.write(
    `npm run stress -- [--minutes 10] [--seed N] [--only ${PARTS.join("|")}] [--providers ${PROVIDERS.join("|")}]\n`,
  );
  process.exit(2);
}

const say = (line: string) => process.stdout.write(`${line}\n`);
for (const name of await readdir(RESULTS).catch(() => [])) if (name.startsWith("stress-")) await rm(join(RESULTS, name));

let running: ChildProcess | undefined;
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isStopped = true;
    process.exitCode = 1;
    running?.kill(signal);
  });

const begun = performance.now();
say(`seed ${seed}`);
for (const [index, part] of chosen.entries()) {
  const left = seconds - (performance.now() - begun) / 1000;
  const share = Math.max(30, left / (chosen.length - index));
  const code = await run(part, Math.round(share));
  if (isStopped) break;
  if (code === 0) continue;
  say(`${part} failed; again with: npm run stress -- --only ${part} --seed ${seed}`);
  process.exitCode = 1;
}
for (const name of (await readdir(RESULTS).catch(() => [])).filter((each) => each.startsWith("stress-")).toSorted())
  say(`${name.slice("stress-".length, -".json".length)}: ${await readFile(join(RESULTS, name), "utf8")}`);

async function run(part: Part, share: number): Promise<number> {
  const args =
    part === "kills"
      ? ["run", "src/features/orders/server/settlement/kill-points.test.ts"]
      : ["run", "--config", "e2e/stress.config.ts", `${part}.stress`];
  const { path } = await findChromium(() => undefined);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: undefined,
    CHROMIUM_PATH: path,
    KILL_POINTS: "all",
    STRESS_SECONDS: String(share),
    STRESS_SEED: String(seed),
    ...(values.providers !== undefined && { STRESS_PROVIDERS: values.providers }),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), ...args], {
      cwd: ROOT,
      env,
      stdio: "inherit",
    });
    running = child;
    child.once("error", reject).once("close", (code) => resolve(code ?? 1));
  });
}
