/** `npm run build`: the site, and beside it the demo's pictures, which depend on nothing in it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

const codes = await Promise.all([buildSite(), run("demo/encode-pictures.ts")]);
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;

/** @returns the exit code of the first step that fails, or 0 */
async function buildSite(): Promise<number> {
  for (const step of [
    ["scripts/keep-assets.ts"],
    ["node_modules/@react-router/dev/bin.cjs", "build"],
    ["scripts/bundle-verifier.ts"],
    ["scripts/compress-assets.ts"],
  ]) {
    const code = await run(...step);
    if (code !== 0) return code;
  }
  return 0;
}

async function run(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
