import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findDeadLinks } from "./check-links.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "links-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("accepts links whose target exists", () => {
  const root = tree({
    "README.md": "## Part\n[a](docs/a.md#two-parts-npm-run) [web](https://example.org/x.md) [here](#part) [mail](mailto:x@y.z)",
    "docs/a.md":
      "# Two parts: `npm run`\n## Again\n## Again\n[again](#again-1) [code](../src/a.ts#L3) [up](../README.md) `src/a.ts` `src/*/b.ts` `src/{a,b}.ts`",
    "docs/decisions/0001-one.md": "[other](../a.md)",
    "docs/decisions/README.md": "[0001](0001-one.md)",
    "src/a.ts": "/** Why so: docs/decisions/0001. */",
    "node_modules/x/y.md": "[gone](gone.md)",
  });
  expect(findDeadLinks(root)).toEqual([]);
});

test("reports links whose target is missing", () => {
  const root = tree({
    "README.md": "[gone](docs/gone.md) [renamed](docs/a.md#former) [code](#comment)\n```sh\n# comment\n```",
    "docs/a.md": "[down](README.md) see decision 0004 and `src/gone.ts`",
    "docs/decisions/0001-one.md": "",
    "docs/decisions/README.md": "[0001](0001-one.md)",
    "src/features/orders/a.ts": "/** Why so: docs/decisions/0009. */",
  });
  expect(findDeadLinks(root)).toEqual([
    "README.md: docs/gone.md",
    "README.md: docs/a.md#former",
    "README.md: #comment",
    "docs/a.md: README.md",
    "docs/a.md: src/gone.ts",
    "docs/a.md: decision 0004",
    "src/features/orders/a.ts: decision 0009",
  ]);
});

test("a decision record that the index does not list is named", () => {
  const root = tree({
    "docs/decisions/0001-one.md": "",
    "docs/decisions/0003-three.md": "",
    "docs/decisions/README.md": "[0001](0001-one.md)",
  });
  expect(findDeadLinks(root)).toEqual(["docs/decisions/README.md: does not list 0003-three.md"]);
});
