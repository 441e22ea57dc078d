import { expect, it } from "vitest";
import { findCrowdedFolders } from "./check-folders.ts";

const files = (folder: string, count: number) => Array.from({ length: count }, (_, i) => `${folder}/file-${i}.ts`);

it("folders with more than 25 files are crowded, without their sub-folders", () => {
  const paths = [...files("src/ui", 26), ...files("src/shared", 25), ...files("src/shared/text", 5)];
  expect(findCrowdedFolders(paths)).toEqual([["src/ui", 26]]);
});

it("folders outside src are lists", () => {
  expect(findCrowdedFolders([...files("migrations", 116), ...files("docs/decisions", 50)])).toEqual([]);
});
