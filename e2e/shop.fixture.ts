/** A whole shop as its owner starts it, on a port and a folder of its own, for journeys to visit and to kill. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "#platform/free-port.fixture.ts";
import type { ProviderSettings } from "#platform/payments/provider-settings.ts";

/** Where everything is, in a shape that can be handed from one process to another. */
export type ShopAddress = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly simulatorUrl: string;
  /** The same of the second provider; absent where the shop has none. */
  readonly checkoutUrl?: string | undefined;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Where the payment provider is one that runs outside of the shop: the key to it. */
  readonly paymentKey?: string;
  readonly checkoutKeys?: ProviderSettings;
  /** Where a client of it says to be, as a proxy that the shop trusts would tell it. */
  readonly clientAddress?: string;
};

export type Shop = ShopAddress & {
  readonly pid: number;
  /** All that its console said. */
  readonly lines: readonly string[];
  /** Lines of its log at level error or worse. */
  readonly complaints: readonly string[];
  /** Asks it to stop, waits until it has, and removes its folder unless `keepData`. */
  stop(options?: { keepData?: boolean }): Promise<void>;
  /** SIGKILL, as by an owner who is out of patience or memory. The data stays. */
  kill(): Promise<void>;
};

export type ShopSettings = {
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the shop's payment provider is one that runs outside of it. */
  readonly simulatorUrl?: string;
  readonly checkoutUrl?: string;
};

const ROOT = join(import.meta.dirname, "..");
const TIMEOUT_MS = 120_000;
const MAIN = ["src/app/main.ts"];

/** The folder of a shop that was filled and stopped. */
const filled = (): string | undefined => process.env.CONCOURS_E2E_FILLED;
const copy = promisify(execFile);

/** From here on, in this process and those that it starts, a shop without a folder of its own begins with a copy of this one. */
export function startFrom(dataDir: string): void {
  process.env.CONCOURS_E2E_FILLED = dataDir;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "concours-e2e-"));
  const from = filled();
  // With owners and rights: PostgreSQL insists on both.
  if (from !== undefined) await copy("cp", ["-a", `${from}/.`, folder]);
  return folder;
}

/** Starts the built shop and resolves when it says that it is ready. */
export async function startShop(settings: ShopSettings = {}): Promise<Shop> {
  const dataDir = settings.dataDir ?? (await newFolder());
  const port = settings.port ?? (await freePort());
  const { PATH = "", HOME = "", LANG = "C.UTF-8", NODE_COMPILE_CACHE } = process.env;
  // Nothing else of the caller's environment: its settings are not what a newcomer has.
  const machine = { PATH, HOME, LANG, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  const newcomers = { ...machine, PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "warn" };
  // With more than that the demonstration stays shut unless it is meant.
  const env = { ...newcomers, ...(settings.env && { CONCOURS_DEMO: "1", ...settings.env }) };
  const child = spawn(process.execPath, MAIN, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  const complaints: string[] = [];
  // Whoever ends the tests in the middle ends their shops, too.
  const endWithTests = () => void child.kill("SIGTERM");
  process.once("exit", endWithTests);
  const exited = once(child, "exit").finally(() => process.off("exit", endWithTests));
  try {
    await untilReady(child, (line) => {
      lines.push(line);
      if (/"level":(50|60)/.test(line)) complaints.push(line);
    });
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(`The shop did not start: ${error}\n${lines.slice(-30).join("\n")}`);
  }
  const simulatorUrl = settings.simulatorUrl ?? find(lines, /Stripe simulator at (http:\S+)/);
  const checkoutUrl =
    settings.checkoutUrl ?? (settings.simulatorUrl ? undefined : find(lines, /Checkout\.com simulator at (http:\S+)/));
  const databaseUrl = settings.env?.DATABASE_URL ?? (await embeddedUrl(dataDir));
  return {
    url: `http://localhost:${port}`,
    simulatorUrl,
    checkoutUrl,
    databaseUrl,
    dataDir,
    pid: child.pid ?? -1,
    lines,
    complaints,
    async stop({ keepData = false } = {}) {
      child.kill("SIGTERM");
      await exited;
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function untilReady(child: ChildProcess, hear: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeouts = setTimeout(() => reject(new Error(`not ready within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
    let ready = false;
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on("line", (line) => {
        hear(line);
        if (/^\S.* is ready at http/.test(line)) ready = true;
        // The services are named after it; the last of them ends the greeting.
        if (ready && line.startsWith("  pictures:")) {
          clearTimeout(timeouts);
          resolve();
        }
      });
    }
    child.once("error", reject).once("exit", (code, signal) => {
      clearTimeout(timeouts);
      reject(new Error(`it ended with ${signal ?? code}`));
    });
  });
}

function find(lines: readonly string[], pattern: RegExp): string {
  const found = lines.map((line) => pattern.exec(line)?.[1]).find((match) => match !== undefined);
  if (found === undefined) throw new Error(`The shop's greeting has no ${pattern}:\n${lines.join("\n")}`);
  return found;
}

async function embeddedUrl(dataDir: string): Promise<string> {
  const { url } = JSON.parse(await readFile(join(dataDir, "postgres/running.json"), "utf8")) as { url: string };
  return url;
}
