/** `npm run release:check`: checks, tests, security advisories, and an SBOM in `build/sbom.cdx.json`. */
import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const SBOM = join(ROOT, "build/sbom.cdx.json");

type Step = { readonly name: string; readonly run: () => boolean | Promise<boolean> };

const steps: readonly Step[] = [
  { name: "checks", run: () => npm("run", "check") },
  { name: "tests", run: () => npm("test") },
  { name: "slow tests", run: () => npm("run", "test:slow") },
  { name: "advisories about what the shop runs", run: () => npm("audit", "--omit=dev") },
  { name: "list of parts", run: writeSbom },
];

const outcomes: string[] = [];
for (const { name, run } of steps) {
  const passed = await run();
  outcomes.push(`${passed ? "✓" : "✗"} ${name}`);
  if (!passed) process.exitCode = 1;
}
console.log(`\n${outcomes.join("\n")}\n\nNow follow the other steps in docs/releasing.md.`);

function npm(...args: string[]): boolean {
  return spawnSync("npm", args, { cwd: ROOT, stdio: "inherit" }).status === 0;
}

/** Installed and shipped packages with versions and licences. */
async function writeSbom(): Promise<boolean> {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--omit", "dev"];
  const made = spawnSync("npm", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  if (made.status !== 0) {
    console.error(made.stderr);
    return false;
  }
  const { components } = JSON.parse(made.stdout) as { components: readonly unknown[] };
  await mkdir(join(ROOT, "build"), { recursive: true });
  await writeFile(SBOM, made.stdout);
  console.log(`${components.length} dependencies are listed in ${SBOM}`);
  return components.length > 0;
}
