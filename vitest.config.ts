/** Rules, and the server on a real PostgreSQL: one server for the run, a database of its own for each file. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.{ts,tsx}",
      "packages/**/*.test.ts",
      "scripts/**/*.test.ts",
      "demo/**/*.test.ts",
      "public/**/*.test.ts",
    ],
    globalSetup: "./src/platform/test-database.ts",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // The last net, for a machine that is busy with something else; `npm test` names whoever fell into it.
    retry: 1,
    maxWorkers: 2,
    env: { TZ: "America/New_York" },
  },
});
