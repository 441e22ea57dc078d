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
    maxWorkers: 2,
    env: { TZ: "America/New_York" },
  },
});
