/**
 * Makes `dist/`, the package as it is published: JavaScript, its type declarations, and a package.json that points to them. The kit is
 * bundled as a dependency: nobody else publishes it.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
rmSync(`${here}dist`, { recursive: true, force: true });
execFileSync("npx", ["tsc", "-p", "tsconfig.build.json"], { cwd: here, stdio: "inherit" });
const kit = `${here}dist/node_modules/@concours/simulator-kit`;
mkdirSync(`${here}dist/node_modules/@concours`, { recursive: true });
renameSync(`${here}dist/simulator-kit`, kit);
cpSync(`${here}../simulator-kit/src/page/assets`, `${kit}/src/page/assets`, { recursive: true });
cpSync(`${here}README.md`, `${here}dist/README.md`);
chmodSync(`${here}dist/stripe-simulator/bin/stripe-simulator.js`, 0o755);

type Manifest = { readonly dependencies: Record<string, string>; readonly [field: string]: unknown };
const readManifest = (folder: string) => {
  const {
    scripts: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as Manifest & { scripts?: object; devDependencies?: object };
  return manifest;
};
const write = (folder: string, manifest: object) =>
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);

const manifest = readManifest(here);
const kitManifest = readManifest(`${here}../simulator-kit/`);
write(kit, { ...kitManifest, files: ["src"], exports: { "./*": { types: "./src/*.d.ts", default: "./src/*.js" } } });
write(`${here}dist`, {
  ...manifest,
  engines: { node: ">=22" },
  files: ["stripe-simulator"],
  dependencies: { ...kitManifest.dependencies, ...manifest.dependencies },
  bundleDependencies: ["@concours/simulator-kit"],
  exports: {
    ".": { types: "./stripe-simulator/src/start-simulator.d.ts", default: "./stripe-simulator/src/start-simulator.js" },
  },
  bin: { "stripe-simulator": "./stripe-simulator/bin/stripe-simulator.js" },
});
