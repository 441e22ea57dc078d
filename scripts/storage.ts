/** `npm run storage`: tests the file store's contract on OpenStack Swift (Debian, installed as root). */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hasSwift } from "../src/platform/media/swift.fixture.ts";

const PACKAGES = ["swift-proxy", "swift-account", "swift-container", "swift-object"];
const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status ?? 1;

if (!hasSwift() && process.getuid?.() !== 0) {
  process.stdout.write(`Skipped: OpenStack Swift is not installed, and only root could install ${PACKAGES.join(", ")}.\n`);
} else {
  const ready =
    hasSwift() ||
    (run("apt-get", ["update", "-qq"]) === 0 && run("apt-get", ["install", "-y", "--no-install-recommends", ...PACKAGES]) === 0);
  const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  process.exitCode = ready ? run(process.execPath, [vitest, "run", "src/platform/media"]) : 1;
}
