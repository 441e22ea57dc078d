/** Journeys: a browser, or a program, against the built shop as its owner starts it. One shop for the run. */
import { defineConfig } from "vitest/config";
import { longestFirst } from "../scripts/longest-first.ts";

/**
 * Journeys that keep a processor busy and those that mostly wait, for a process that starts or a limit that ends, come in turn: side by side
 * they cost little more than either.
 */
const LONGEST = [
  "cut-off",
  "accessible",
  "failing",
  "team",
  "admin",
  "other-browsers",
  "going-live",
  "payments",
  "admin-lotteries",
  "queue",
  "first-visit",
  "reading",
  "security",
  "draw-page",
];

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: [process.env.SLOW ? "**/*.slow.ts" : "**/*.test.ts"],
    globalSetup: "./one-shop.ts",
    // A page that works shows in a second or two; a machine that is busy with something else takes its time.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // The last net, for what a browser does on its own account; `npm test` names whoever fell into it.
    retry: 1,
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(LONGEST) },
    // One browser for each worker.
    isolate: false,
  },
});
