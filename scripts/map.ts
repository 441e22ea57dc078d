/** `npm run map`: the storeys of the house as they are, each with what it stands on, counted in imports. `-- --mermaid` draws it for a page. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { FLOORS } from "./floors.ts";

type Cruise = { modules: { source: string; dependencies: { resolved: string }[] }[] };

const root = join(import.meta.dirname, "..");
const storeys = ["demo", "app", ...FLOORS.toReversed(), "ui", "platform", "draw-protocol", "stripe-simulator", "shared"];

const cruise: Cruise = JSON.parse(
  execFileSync(
    process.execPath,
    [
      "scripts/cruise.ts",
      "--config",
      ".dependency-cruiser.js",
      "--output-type",
      "json",
      "--exclude",
      "\\.(test|fixture)\\.|\\.json$",
      "src",
      "packages",
      "demo",
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024, stdio: ["ignore", "pipe", "inherit"] },
  ),
);

/** The storey a file belongs to, if any: src/features/orders/rules/hold.ts → orders. */
const storeyOf = (path: string) => /^(?:src\/features\/|src\/|packages\/)?([^/]+)\//.exec(path)?.[1];

const imports = new Map<string, Map<string, number>>(storeys.map((storey) => [storey, new Map()]));
for (const { source, dependencies } of cruise.modules) {
  const from = imports.get(storeyOf(source) ?? "");
  for (const { resolved } of dependencies) {
    const to = storeyOf(resolved) ?? "";
    if (from && imports.has(to) && to !== storeyOf(source)) from.set(to, (from.get(to) ?? 0) + 1);
  }
}

if (process.argv.includes("--mermaid")) {
  console.log("flowchart TD");
  for (const [from, uses] of imports) for (const to of uses.keys()) console.log(`  ${from} --> ${to}`);
} else {
  for (const [from, uses] of imports) {
    const below = storeys.filter((storey) => uses.has(storey)).map((storey) => `${storey} ${uses.get(storey)}`);
    console.log(`${from.padEnd(17)}${below.join("   ")}`);
  }
}
