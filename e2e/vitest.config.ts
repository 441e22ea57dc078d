/** Journeys of a browser or a program against the built shop, which is shared by the run. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { longestFirst } from "../scripts/longest-first.ts";

/** Alternates CPU-heavy journeys with those that mostly wait: in parallel they cost little more than one. */
const LONGEST = [
  "failing",
  "accessible",
  "team",
  "admin",
  "desk",
  "admin-lotteries",
  "payments",
  "paying",
  "security",
  "buying",
  "profile",
  "second-factor",
  "queue",
  "first-visit",
  "draw-page",
  "cut-off",
];

/** Slow runs take the other variants of their journeys. */
const withVariants = () =>
  globSync("*.test.ts", { cwd: import.meta.dirname }).filter((name) =>
    readFileSync(join(import.meta.dirname, name), "utf8").includes("variants("),
  );

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: process.env.SLOW ? ["**/*.slow.ts", ...withVariants()] : ["**/*.test.ts"],
    globalSetup: "./one-shop.ts",
    // A working page takes a second or two; a busy machine takes longer.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // For flaky browsers; `npm test` names the retried tests.
    retry: 1,
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(LONGEST) },
    // One browser for each worker.
    isolate: false,
  },
});
