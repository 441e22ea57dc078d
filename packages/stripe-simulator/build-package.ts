/** Makes `dist/`, the package as it is published: JavaScript, its type declarations, and a package.json that points to them. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
rmSync(`${here}dist`, { recursive: true, force: true });
execFileSync("npx", ["tsc", "-p", "tsconfig.build.json"], { cwd: here, stdio: "inherit" });
cpSync(`${here}../simulator-kit/src/page/assets`, `${here}dist/simulator-kit/src/page/assets`, { recursive: true });
cpSync(`${here}README.md`, `${here}dist/README.md`);
chmodSync(`${here}dist/stripe-simulator/bin/stripe-simulator.js`, 0o755);

const {
  scripts: _,
  devDependencies: __,
  ...manifest
} = JSON.parse(readFileSync(`${here}package.json`, "utf8")) as Record<string, unknown>;
const published = {
  ...manifest,
  engines: { node: ">=22" },
  files: ["stripe-simulator", "simulator-kit"],
  exports: {
    ".": { types: "./stripe-simulator/src/start-simulator.d.ts", default: "./stripe-simulator/src/start-simulator.js" },
  },
  bin: { "stripe-simulator": "./stripe-simulator/bin/stripe-simulator.js" },
};
writeFileSync(`${here}dist/package.json`, `${JSON.stringify(published, null, 2)}\n`);
