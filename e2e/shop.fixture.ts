/** Starts a whole shop as its owner does, on its own port and folder. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "#platform/free-port.fixture.ts";
import type { ProviderSettings } from "#platform/payments/provider-settings.ts";

export type ShopAddress = {
  readonly url: string;
  readonly simulatorUrl: string;
  readonly checkoutUrl?: string | undefined;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The key to a payment provider outside of the shop. */
  readonly paymentKey?: string;
  readonly checkoutKeys?: ProviderSettings;
  /** The client's address, as a trusted proxy reports it. */
  readonly clientAddress?: string;
};

export type Shop = ShopAddress & {
  readonly pid: number;
  readonly lines: readonly string[];
  /** Lines of its log at level error or worse. */
  readonly complaints: readonly string[];
  /** Stops it gracefully, and removes its folder unless `keepData`. */
  stop(options?: { keepData?: boolean }): Promise<void>;
  kill(): Promise<void>;
};

export type ShopSettings = {
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The address of a payment provider outside of the shop. */
  readonly simulatorUrl?: string;
  readonly checkoutUrl?: string;
};

const ROOT = join(import.meta.dirname, "..");
const TIMEOUT_MS = 120_000;
const MAIN = ["src/app/main.ts"];

export const filled = (): string | undefined => process.env.CONCOURS_E2E_FILLED;
const copy = promisify(execFile);

/** From now on, in this process and its children, shops without a folder start with a copy of this one. */
export function startFrom(dataDir: string): void {
  process.env.CONCOURS_E2E_FILLED = dataDir;
}

/** Fills a folder with the demonstration, by a shop that starts and stops. */
export async function fillFolder(): Promise<string> {
  const { dataDir, complaints, stop } = await startShop();
  await stop({ keepData: true });
  if (complaints.length > 0) throw new Error(`The shop logged errors at its first start:\n${complaints.join("\n")}`);
  return dataDir;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "concours-e2e-"));
  const from = filled();
  // Keeps owners and modes, which PostgreSQL requires.
  if (from !== undefined) await copy("cp", ["-a", `${from}/.`, folder]);
  return folder;
}

/** Starts the built shop and resolves when it is ready. */
export async function startShop(settings: ShopSettings = {}): Promise<Shop> {
  const dataDir = settings.dataDir ?? (await newFolder());
  const port = settings.port ?? (await freePort());
  const { PATH = "", HOME = "", LANG = "C.UTF-8", NODE_COMPILE_CACHE } = process.env;
  // Without the caller's environment, which a new user does not have.
  const machine = { PATH, HOME, LANG, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  const newcomers = { ...machine, PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "warn" };
  // With more settings, the demonstration only starts on request.
  const env = { ...newcomers, ...(settings.env && { CONCOURS_DEMO: "1", ...settings.env }) };
  const child = spawn(process.execPath, MAIN, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  const complaints: string[] = [];
  // Interrupted tests stop their shops, too.
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
        // The list of services ends with this line.
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
