/** The demonstration's name is in one place, so that no other shop shows it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
/** The permitted mentions by file. */
const MAY: Readonly<Record<string, RegExp>> = {
  "src/shared/brand/brand.ts": /^ {2}name: "Concours",$/,
  "src/platform/env/env.server.ts": /Concours Demonstration Ltd|Concours Free Entry|Concours <tickets@concours\.test>/,
  "src/platform/beacon/timestamp-demo.server.ts": /Concours Demonstration/,
  // Font names within the files.
  "src/platform/media/share-picture.server.ts": /Concours (?:Display|Text)/,
};

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css|json|svg|webmanifest|html)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\.(?:test|fixture)\.tsx?$|__snapshots__/.test(file));
}

function namesIn(file: string, text: string): string[] {
  return text
    .split("\n")
    .filter((line) => /\bConcours\b|filename="concours/.test(line) && !MAY[file]?.test(line))
    .map((line) => `${file}: ${line.trim()}`);
}

it("no code and no text contains the demonstration's name", () => {
  const files = ["src", "public", "packages/stripe-simulator/src"].flatMap(filesIn);
  expect(files.length).toBeGreaterThan(800);
  expect(files.flatMap((file) => namesIn(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

it("the search finds the name", () => {
  expect(namesIn("src/app/new-page.tsx", "<p>Welcome to Concours</p>")).toHaveLength(1);
  expect(namesIn("src/shared/brand/brand.ts", 'const other = "Concours";')).toHaveLength(1);
});
