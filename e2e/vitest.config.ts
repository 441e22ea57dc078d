/** Journeys: a browser, or a program, against the built shop as its owner starts it. One shop for the run. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    globalSetup: "./one-shop.ts",
    setupFiles: "./promises-hold.ts",
    // A page that works shows in a second or two; a machine that is busy with something else takes its time.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
