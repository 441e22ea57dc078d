/** npm 11 needs other platforms' optional packages in the lock file: checks that `npm ci` works there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Lockfile = { packages: Record<string, { optionalDependencies?: Record<string, string> }> };

/** Optional packages that are referenced but missing, as "name, wanted by path". */
export function findMissing({ packages }: Lockfile): string[] {
  const missing: string[] = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      if (!isReachable(packages, path, name)) missing.push(`${name}, wanted by ${path || "the shop"}`);
    }
  }
  return missing;
}

/** Resolves like Node: beside the package, then in every folder above it. */
function isReachable(packages: Lockfile["packages"], path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    if (`${folder ? `${folder}/` : ""}node_modules/${name}` in packages) return true;
    if (folder === "") return false;
  }
}

if (import.meta.main) {
  const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8")) as Lockfile;
  const files = ["package-lock.json", "docs/package-lock.json"];
  const missing = files.flatMap((file) => findMissing(read(file)).map((line) => `${file} lacks ${line}`));
  for (const line of missing) console.error(line);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
