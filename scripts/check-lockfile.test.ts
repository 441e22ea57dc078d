import { expect, test } from "vitest";
import { findMissing } from "./check-lockfile.ts";

const linter = { optionalDependencies: { "cli-linux": "1.0.0", "cli-darwin": "1.0.0" } };

test("accepts a lock file with the packages of every platform, in any folder", () => {
  const packages = {
    "": { optionalDependencies: { linter: "1.0.0" } },
    "node_modules/linter": linter,
    "node_modules/cli-linux": {},
    "node_modules/linter/node_modules/cli-darwin": {},
  };
  expect(findMissing({ packages })).toEqual([]);
});

test("reports an optional package of another platform that is missing", () => {
  const packages = { "": {}, "node_modules/linter": linter, "node_modules/cli-linux": {} };
  expect(findMissing({ packages })).toEqual(["cli-darwin, wanted by node_modules/linter"]);
});
