/** Finds or installs Chromium for the journeys: Debian's package as root, else one from npm. */
import { type ExecFileException, execFile } from "node:child_process";
import { access, constants, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { basename, delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { launchChromium } from "../e2e/launch-chromium.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const PACKAGED = join(ROOT, "e2e/chromium");
const CACHE = join(ROOT, ".cache");
const UNPACKED = join(CACHE, "chromium");
const STARTER_NAME = "chromium-here";

/** It renders the same as the whole browser for three quarters of the cost. */
const HEADLESS_SHELL = "chromium-headless-shell";
const NAMES = [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC_APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export type Chromium = { readonly path: string; readonly from: string };

/**
 * Starts CHROMIUM_PATH, the machine's own, one unpacked earlier, Debian's (as root) or npm's.
 * @throws Error with every attempt's reason if none works
 */
export async function findChromium(say: (line: string) => void): Promise<Chromium> {
  const refused: string[] = [];
  const works = async (path: string) => {
    const problem = await browserProblem(path);
    if (problem !== undefined) refused.push(`${path}: ${problem}`);
    return problem === undefined;
  };
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await works(named)) return { path: named, from: "CHROMIUM_PATH" };
    throw new Error(`CHROMIUM_PATH does not start: ${refused.join("; ")}`);
  }
  for (const path of await installed(process.env.PATH ?? "")) if (await works(path)) return { path, from: "this machine" };

  const sources: [string, () => Promise<string>][] = [["npm's package", fromNpm]];
  if (isRootOfLinux()) sources.unshift(["Debian's package", fromDebian]);
  for (const [from, install] of sources) {
    say(`No Chromium here: installing ${from}`);
    try {
      const path = await install();
      if (await works(path)) return { path, from };
    } catch (error) {
      refused.push(`${from}: ${lastWords(error)}`);
    }
  }
  throw new Error(`No Chromium starts here. Install one, or name it in CHROMIUM_PATH.\n  ${refused.join("\n  ")}`);
}

async function installed(path: string): Promise<string[]> {
  const folders = new Set([...path.split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"]);
  const candidates = [...folders].filter(Boolean).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return only([...candidates, ...MAC_APPLICATIONS, join(UNPACKED, STARTER_NAME)]);
}

async function only(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(path, constants.X_OK).then(
        () => path,
        () => undefined,
      ),
    ),
  );
  return found.filter((path) => path !== undefined);
}

/** Why a browser does not work; undefined if it does. Its libraries may be missing. */
async function browserProblem(path: string): Promise<string | undefined> {
  try {
    const browser = await launchChromium(path);
    try {
      const page = await browser.newPage();
      await page.goto("data:text/html,<p>it%20works");
      return (await page.textContent("p")) === "it works" ? undefined : "shows no page";
    } finally {
      await browser.close();
    }
  } catch (error) {
    return lastWords(error);
  }
}

/** As root, beside a whole browser, too. It never fails: the machine's own browser is used then. */
export async function installHeadlessShell(say: (line: string) => void): Promise<void> {
  if (!isRootOfLinux() || process.env.CHROMIUM_PATH) return;
  const paths = await installed(process.env.PATH ?? "");
  if (paths.some((path) => basename(path) === HEADLESS_SHELL)) return;
  say(`No ${HEADLESS_SHELL} here: installing Debian's package`);
  await aptGet("update")
    .then(() => installFromDebian(HEADLESS_SHELL))
    .catch((error: unknown) => say(`It is not installed: ${lastWords(error)}`));
}

const isRootOfLinux = () => process.platform === "linux" && process.getuid?.() === 0;

async function fromDebian(): Promise<string> {
  await aptGet("update");
  // Older releases have the whole browser only.
  return installFromDebian(HEADLESS_SHELL).catch(() => installFromDebian("chromium"));
}

async function installFromDebian(name: string): Promise<string> {
  await aptGet("install", "-y", "--no-install-recommends", name);
  return `/usr/bin/${name}`;
}

async function aptGet(...args: string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: 600_000, maxBuffer: 2 ** 26 };
  await run("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], options);
}

/** A Chromium with its own libraries and a font, unpacked to a temporary folder and moved. */
async function fromNpm(): Promise<string> {
  // This script's own npm and Node, with the machine's settings, such as its certificates.
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  const [command, ...first] = node && npm ? [node, npm] : ["npm"];
  const install = ["ci", "--prefix", PACKAGED, "--ignore-scripts", "--no-audit", "--no-fund"];
  await run(command ?? "npm", [...first, ...install], { cwd: PACKAGED, timeout: 600_000, maxBuffer: 2 ** 26 });

  const entry = pathToFileURL(join(PACKAGED, "node_modules/@sparticuz/chromium/build/index.js"));
  const unpack = `const { default: chromium } = await import(${JSON.stringify(entry.href)}); await chromium.executablePath();`;
  await mkdir(CACHE, { recursive: true });
  const aside = await mkdtemp(join(CACHE, "chromium-"));
  // The package unpacks to TMPDIR, and its libraries only in an AWS Lambda.
  const env = { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
  try {
    await run(process.execPath, ["--input-type=module", "--eval", unpack], { env, timeout: 300_000 });
    await writeFile(join(aside, STARTER_NAME), STARTER, { mode: 0o755 });
    await rm(UNPACKED, { recursive: true, force: true });
    await rename(aside, UNPACKED);
    return join(UNPACKED, STARTER_NAME);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

const STARTER = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$here/chromium" "$@"
`;

function lastWords(error: unknown): string {
  const { stderr = "", message } = error as ExecFileException;
  // npm and apt-get print the error last; a browser's launcher prints it first.
  return (stderr.trim().split("\n").at(-1) || message.split("\n").slice(0, 3).join(" ")).slice(0, 300);
}
