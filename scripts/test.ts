/**
 * `npm test`: every suite, then a summary. `npm test -- e2e buy-in-french`: one suite, or some of its files.
 * `npm run test:slow` sets `--slow` and runs the files named `*.slow.ts`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { fillFolder } from "../e2e/shop.fixture.ts";
import { findChromium, installHeadlessShell } from "./find-chromium.ts";
import { installOtherBrowsers } from "./find-other-browsers.ts";

type Suite = { readonly config: string; readonly needsBrowser: boolean };
type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that passed on a retry, with the first failure. */
  readonly retried: readonly string[];
  /** Failed tests with their messages, repeated at the end. */
  readonly broken: readonly string[];
};

type Assertion = { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] };

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "test-results");
const COMPILED = join(ROOT, ".cache/compiled");
const SUITES: Readonly<Record<string, Suite>> = {
  server: { config: "vitest.config.ts", needsBrowser: false },
  e2e: { config: "e2e/vitest.config.ts", needsBrowser: true },
};

const isSlow = process.argv.includes("--slow");
const args = process.argv.slice(2).filter((arg) => arg !== "--slow");
const [first = "", ...rest] = args;
const chosen = Object.entries(SUITES).filter(([name]) => !(first in SUITES) || name === first);
const filters = first in SUITES ? rest : args;

let running: ChildProcess | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    running?.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    process.exitCode = 1;
  });
}

await mkdir(RESULTS, { recursive: true });
// Entries for other file versions are obsolete.
await rm(COMPILED, { recursive: true, force: true });
const inMemory = await folderInMemory();
if (inMemory !== undefined) process.env.TMPDIR = inMemory;
// A run starts about a hundred processes, which share this cache.
process.env.NODE_COMPILE_CACHE ??= COMPILED;
// An installation waits for the network, while other suites use the processors.
const needsChromium = chosen.some(([, { needsBrowser }]) => needsBrowser);
const chromium = Promise.allSettled(needsChromium ? [installThenFind()] : []);
// After Chromium: one package is installed at a time. Only their own slow journeys need them.
const needsOthers = isSlow && needsChromium && (filters.length === 0 || filters.some((name) => "other-browsers".includes(name)));
const otherBrowsers = chromium.then(() => (needsOthers ? installOtherBrowsers(say("e2e")) : undefined));
// So is the demonstration's data, with which the shops of journeys start. Alone, that suite makes its own.
const filled = needsChromium && chosen.length > 1 ? fillFolder().catch(() => undefined) : undefined;
const results: Counts[] = [];
for (const [name, suite] of chosen) {
  const counts = await runSuite(name, suite);
  results.push(counts);
  if (counts.passed + counts.failed === 0) process.exitCode = 1;
}
for (const folder of [await filled, inMemory]) if (folder !== undefined) await rm(folder, { recursive: true, force: true });
const total = (of: "passed" | "failed" | "skipped") => results.reduce((sum, counts) => sum + counts[of], 0);
const retried = results.reduce((sum, counts) => sum + counts.retried.length, 0);
if (total("failed") > 0) process.exitCode = 1;
for (const test of results.flatMap(({ broken }) => broken)) process.stdout.write(`\nfailed: ${test}\n`);
process.stdout.write(
  `\n${total("passed")} passed, ${total("failed")} failed${total("skipped") > 0 ? `, ${total("skipped")} skipped` : ""}${retried > 0 ? `; ${retried} needed a second try` : ""}\n`,
);

function say(suite: string): (line: string) => void {
  return (line) => process.stdout.write(`[${suite}] ${line}\n`);
}

async function installThenFind() {
  if (filters.length === 0) await installHeadlessShell(say("e2e"));
  return findChromium(say("e2e"));
}

async function runSuite(name: string, { config, needsBrowser }: Suite): Promise<Counts> {
  const begun = performance.now();
  const tell = say(name);
  const env: NodeJS.ProcessEnv = { ...process.env };
  // A shell's NODE_ENV would select other builds of libraries.
  delete env.NODE_ENV;
  if (isSlow) env.SLOW = "1";
  if (needsBrowser) {
    const [found] = await chromium;
    if (found?.status !== "fulfilled") {
      tell(found?.reason instanceof Error ? found.reason.message : String(found?.reason));
      return { passed: 0, failed: 1, skipped: 0, retried: [], broken: ["no Chromium was found"] };
    }
    const { path, from } = found.value;
    tell(`Chromium: ${path} (${from})`);
    env.CHROMIUM_PATH = path;
    await otherBrowsers;
    const folder = await filled;
    if (folder !== undefined) env.CONCOURS_E2E_FILLED = folder;
  }
  const [report, outside] = [join(RESULTS, `${name}.json`), join(RESULTS, `${name}-outside.json`)];
  await rm(report, { force: true });
  await rm(outside, { force: true });
  env.OUTSIDE_ERRORS = outside;
  const vitestArgs = [
    "run",
    "--config",
    config,
    ...filters,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--reporter=scripts/errors-outside.ts",
  ];
  const code = await new Promise<number>((resolve, reject) => {
    running = spawn(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), ...vitestArgs], {
      cwd: ROOT,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    running.once("error", reject).once("close", (status) => resolve(status ?? 1));
  });
  const counts = await readCounts(report);
  for (const test of counts.retried) tell(`passed at the second try: ${test}`);
  tell(`${counts.passed} passed, ${counts.failed} failed in ${Math.round((performance.now() - begun) / 1000)} s`);
  // A crash, or an error outside of every test, fails no test in the report.
  return code !== 0 && counts.failed === 0
    ? { ...counts, failed: 1, broken: [`the ${name} suite, outside of every test\n  ${beginnings(await readErrors(outside))}`] }
    : counts;
}

/** Databases and shops run in memory, because a busy disk costs CPU, unless that is short or TMPDIR set. */
async function folderInMemory(): Promise<string | undefined> {
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  // Some of its files are executed.
  if (process.env.TMPDIR !== undefined || !/^\S+ \/dev\/shm tmpfs (?!\S*\bnoexec\b)/m.test(mounts)) return undefined;
  const { bavail, bsize } = await statfs("/dev/shm");
  if (Math.min(bavail * bsize, process.availableMemory() / 2) < 5e9) return undefined;
  const folder = await mkdtemp("/dev/shm/concours-tests-");
  // Like /tmp: root's PostgreSQL runs as another user.
  await chmod(folder, 0o1777);
  return folder;
}

async function readCounts(report: string): Promise<Counts> {
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0, retried: [], broken: ["a suite that left no report"] };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(text) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; name: string; message: string; assertionResults: Assertion[] }[];
  };
  const named = (wanted: string) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === wanted && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => `${basename(name)} > ${fullName}\n  ${beginnings(failureMessages)}`),
    );
  // Files that could not be loaded, or failed outside of their tests.
  const amiss = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + amiss.length,
    skipped: numPendingTests + numTodoTests,
    retried: named("passed"),
    broken: [...named("failed"), ...amiss.map(({ name, message }) => `${basename(name)}\n  ${beginnings([message])}`)],
  };
}

async function readErrors(file: string): Promise<string[]> {
  return JSON.parse(await readFile(file, "utf8").catch(() => "[]"));
}

/** The first lines of each attempt's failure. */
function beginnings(messages: readonly string[]): string {
  return messages.map((message) => message.split("\n").slice(0, 6).join("\n  ")).join("\n  ");
}
