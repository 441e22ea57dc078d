/** Whoever sets letters twice as large gets, in a wide window, the columns of one half as wide: lines stay long enough to read, and nothing is cut off. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");

it("the columns of the shop's pages give way where letters, not pixels, say so", () => {
  const files = globSync("**/*.css", { cwd: SRC }).filter((file) => !file.includes("admin"));
  const queries = files.flatMap((file) =>
    [...readFileSync(join(SRC, file), "utf8").matchAll(/@media[^{]*\b(?:1024px|1023px|64rem|63\.9375rem)\b/g)].map(
      ([query]) => `${file}: ${query}`,
    ),
  );
  expect(queries.length).toBeGreaterThan(20);
  expect(queries.filter((query) => /102[34]px/.test(query))).toEqual([]);
});
