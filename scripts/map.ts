/** `npm run map`: the layers with their imports, and complexity. `-- --mermaid` draws the layers. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FACT_LIST } from "#features/lotteries/rules/fields/facts.ts";
import { LAYERS } from "./layers.ts";

type Cruise = { modules: { source: string; dependencies: { resolved: string; circular: boolean }[] }[] };

const root = join(import.meta.dirname, "..");
const packages = ["draw-protocol", "stripe-simulator", "checkout-simulator", "simulator-kit", "embedded-postgres"];
const layers = ["demo", "app", ...LAYERS.toReversed(), "ui", "platform", ...packages, "shared"];

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
      "\\.(test|slow|fixture)\\.|\\.json$",
      "src",
      "packages",
      "demo",
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024, stdio: ["ignore", "pipe", "inherit"] },
  ),
);

/** The layer a file belongs to, if any: src/features/orders/rules/hold.ts → orders. */
const layerOf = (path: string) => /^(?:src\/features\/|src\/|packages\/)?([^/]+)\//.exec(path)?.[1];

const imports = new Map<string, Map<string, number>>(layers.map((layer) => [layer, new Map()]));
for (const { source, dependencies } of cruise.modules) {
  const from = imports.get(layerOf(source) ?? "");
  for (const { resolved } of dependencies) {
    const to = layerOf(resolved) ?? "";
    if (from && imports.has(to) && to !== layerOf(source)) from.set(to, (from.get(to) ?? 0) + 1);
  }
}

if (process.argv.includes("--mermaid")) {
  console.log("flowchart TD");
  for (const [from, uses] of imports) for (const to of uses.keys()) console.log(`  ${from} --> ${to}`);
} else {
  for (const [from, uses] of imports) {
    const below = layers.filter((layer) => uses.has(layer)).map((layer) => `${layer} ${uses.get(layer)}`);
    console.log(`${from.padEnd(17)}${below.join("   ")}`);
  }
  for (const [name, figure] of figures()) console.log(`${name.padEnd(52)}${figure.toLocaleString("en-GB")}`);
}

function figures(): [string, number][] {
  const product = cruise.modules.filter(({ source }) => /^(src|packages|demo)\//.test(source));
  const importers = new Map<string, number>();
  for (const { dependencies } of product)
    for (const resolved of new Set(dependencies.map((each) => each.resolved)))
      importers.set(resolved, (importers.get(resolved) ?? 0) + 1);
  const sources = product.map(({ source }) => ({ path: source, text: readFileSync(join(root, source), "utf8") }));
  const lines = sources.map(({ text }) => text.split("\n").length - 1);
  return [
    ["files of the product, tests apart", product.length],
    ["their lines", lines.reduce((sum, each) => sum + each, 0)],
    ["files that one other file imports", product.filter(({ source }) => importers.get(source) === 1).length],
    ["imports that are part of a circle", product.flatMap((each) => each.dependencies).filter((each) => each.circular).length],
    ["files that name a field of the draw", filesPerField(sources)],
  ];
}

/** Files that name the rarest field of a draw: the cost of adding one, without migration and page. */
function filesPerField(sources: readonly { text: string }[]): number {
  const texts = globSync("public/locales/*/*.json", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
  const all = [...sources.map(({ text }) => text), ...texts];
  const names = FACT_LIST.flatMap(([, { kind, columns }]) => (kind === "words" ? columns : [])).filter((name) =>
    name.endsWith("_fr"),
  );
  return Math.min(...names.map((name) => all.filter((text) => new RegExp(`\\b${name}\\b`).test(text)).length));
}
