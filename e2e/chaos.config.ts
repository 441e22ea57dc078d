/** `npm run chaos -- --cluster`: a shop on a database of three machines. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.chaos.ts"],
    testTimeout: 24 * 3_600_000,
    maxWorkers: 1,
    retry: 0,
  },
});
