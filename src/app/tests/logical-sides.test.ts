/** Styles use logical properties, so that layouts mirror in right-to-left languages. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../..");
const read = (pattern: string) =>
  globSync(pattern, { cwd: SRC }).map((file) => [file, readFileSync(join(SRC, file), "utf8")] as const);
const found = (files: ReturnType<typeof read>, pattern: RegExp) =>
  files.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.trim()}`));

describe("no left and no right", () => {
  it("in styles, but for the middle of something", () => {
    const sides = /^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right): (?!50%).*$|text-align: (?:left|right)/gm;
    expect(found(read("**/*.css"), sides)).toEqual([]);
  });

  it("in class names", () => {
    const sides =
      /(?<=["`\s:])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-[lr])-(?:\d|\[|auto)[^\s"`]*|(?<=["`\s:])text-(?:left|right)(?=["`\s])/g;
    expect(found(read("**/!(*.test).tsx"), sides)).toEqual([]);
  });

  it("in what slides or fades along a line: it asks which way lines lead", () => {
    const ways = /translateX\((?!-50%)[^;]*;|linear-gradient\((?:90|270)deg[^;]*;|transform-origin: (?:left|right)/g;
    const blind = found(read("**/*.css"), ways).filter((line) => !line.includes("--toward") && !line.includes("#000 86%"));
    expect(blind).toEqual([]);
  });
});
