/** Rules, and the server on a real PostgreSQL: one server for the run, one database for each file. */
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { lucideIcons } from "./scripts/icons.ts";
import { longestFirst } from "./scripts/longest-first.ts";

/** They start processes, or wait for limits that end. */
const LONGEST = [
  "embedded-postgres",
  "backup-cli",
  "silence",
  "kill-points",
  "verify",
  "test-mode",
  "start",
  "admin-cli",
  "restore-older",
  "media.server",
  "connections",
];

export default defineConfig({
  plugins: [lucideIcons()],
  test: {
    include: process.env.SLOW
      ? ["{src,packages,scripts}/**/*.slow.ts"]
      : ["src/**/*.test.{ts,tsx}", "packages/**/*.test.ts", "scripts/**/*.test.ts", "demo/**/*.test.ts", "public/**/*.test.ts"],
    globalSetup: "./src/platform/postgres/test-database.ts",
    // Only for what hangs: a machine that is busy with something else takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the smallest machine has cores, since many tests wait for a process or a timer.
    maxWorkers: 3,
    // Modules are loaded once for each worker and keep nothing between files: state belongs to `ctx`.
    isolate: false,
    sequence: { sequencer: longestFirst(LONGEST) },
    // What a process reads at its start is compiled once: many of these tests start one.
    env: { TZ: "America/New_York", NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
  },
});
