/** Starts the demonstration on its own port and folder, for scripts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "#platform/free-port.fixture.ts";

const ROOT = join(import.meta.dirname, "..");

/** Resolves when it serves. */
export async function startDemoShop(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "concours-demo-"));
  const port = await freePort();
  const shop = spawn(process.execPath, [join(ROOT, "src/app/main.ts")], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: "error", RATE_LIMITS: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(shop, "exit");
  const stop = async () => {
    shop.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const isThere = await Promise.race([once(createInterface(shop.stdout), "line").then(() => true), ended.then(() => false)]);
  if (isThere) return { url: `http://localhost:${port}`, stop };
  await stop();
  throw new Error("The demonstration did not start");
}
