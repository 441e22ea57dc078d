/**
 * Part of the build: lays the verifier of draws beside the files that browsers get, as one file that needs nothing but Node, so that whoever looks
 * at a draw can check it in a terminal without this repository. Not shortened: it is meant to be read. Usage: node scripts/bundle-verifier.ts [FOLDER]
 */
import { join } from "node:path";
import { build } from "vite";

const NAME = "verify-draw.mjs";
const root = join(import.meta.dirname, "../packages/draw-protocol");
const outDir = process.argv[2] ?? join(import.meta.dirname, "../build/client");

await build({
  root,
  configFile: false,
  logLevel: "warn",
  ssr: { noExternal: true },
  build: {
    ssr: "bin/verify.ts",
    target: "node20",
    minify: false,
    outDir,
    // What else the build has laid there stays.
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: NAME, codeSplitting: false } },
  },
});
console.log(`${NAME} bundled`);
