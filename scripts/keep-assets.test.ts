import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

it("keeps the files of earlier builds for two weeks", () => {
  const folder = mkdtempSync(join(tmpdir(), "concours-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const keep = () => execFileSync(process.execPath, [join(import.meta.dirname, "keep-assets.ts"), folder]);
  const build = (name: string) => {
    keep();
    rmSync(join(folder, "build"), { recursive: true, force: true });
    mkdirSync(join(folder, "build/client/assets"), { recursive: true });
    writeFileSync(join(folder, "build/client/assets", name), name);
  };
  const kept = () => readdirSync(join(folder, ".cache/before/assets")).toSorted();
  build("one.js");
  expect(kept()).toEqual([]);
  build("two.js");
  build("three.js");
  expect(kept()).toEqual(["one.js", "two.js"]);
  expect(readFileSync(join(folder, ".cache/before/assets/one.js"), "utf8")).toBe("one.js");
  const longAgo = Date.now() / 1000 - 15 * 86_400;
  utimesSync(join(folder, ".cache/before/assets/one.js"), longAgo, longAgo);
  build("four.js");
  expect(kept()).toEqual(["three.js", "two.js"]);
});
