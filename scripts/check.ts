/** `npm run check`: runs all checks in parallel, and prints failures. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const tool = (path: string, ...args: string[]) => [join(root, "node_modules", path), ...args];

/** Generates the route types, which the compiler and knip need. */
const typegen = tool("@react-router/dev/bin.cjs", "typegen");

const checks: Record<string, string[]> = {
  // The full path, because another package has a "tsc" too. Incremental.
  types: tool(
    "typescript/bin/tsc",
    "--noEmit",
    "-p",
    ".",
    "--incremental",
    "--tsBuildInfoFile",
    "node_modules/.cache/types.tsbuildinfo",
  ),
  lint: tool("oxlint/bin/oxlint", "--report-unused-disable-directives-severity=error"),
  format: tool("oxfmt/bin/oxfmt", "--check", "."),
  imports: ["scripts/cruise.ts", "--config", ".dependency-cruiser.js", "src", "packages", "demo", "e2e", "bench", "scripts"],
  tables: ["scripts/check-tables.ts"],
  unused: tool("knip/bin/knip.js", "--no-progress"),
  map: ["scripts/specification-map.ts"],
  links: ["scripts/check-links.ts"],
  languages: ["src/app/cli/languages-cli.ts", "check"],
  lockfile: ["scripts/check-lockfile.ts"],
  commits: ["scripts/check-commits.ts"],
  folders: ["scripts/check-folders.ts"],
  documents: ["scripts/check-documents.ts"],
};

type Outcome = { name: string; passed: boolean; output: string; seconds: number };

async function runCheck([name, command]: [string, string[]]): Promise<Outcome> {
  const begin = performance.now();
  const { code, output } = await run(command);
  return { name, passed: code === 0, output, seconds: (performance.now() - begin) / 1000 };
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: undefined } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", reject).on("close", (code) => resolve({ code, output }));
  });
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}; there are ${Object.keys(checks).join(", ")}.`);
  process.exit(2);
}
const chosen = Object.entries(checks).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const routes = await runCheck(["routes", typegen]);
const outcomes = routes.passed ? await Promise.all(chosen.map(runCheck)) : [routes];
for (const { name, output } of outcomes.filter(({ passed }) => !passed)) console.error(`\n── ${name} ──\n${output.trim()}`);
console.log(
  `\n${outcomes.map(({ name, passed, seconds }) => `${passed ? "✓" : "✗"} ${name} ${seconds.toFixed(1)} s`).join("   ")}`,
);
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
