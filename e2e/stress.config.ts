/** The long run: `npm run stress` sets its duration and seed. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.stress.ts"],
    globalSetup: "./one-shop.ts",
    testTimeout: 24 * 3_600_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    retry: 0,
  },
});
