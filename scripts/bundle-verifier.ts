/** Bundles the draw verifier into one readable file. Usage: node scripts/bundle-verifier.ts [FOLDER] */
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
    // Keeps the other build output.
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: NAME, codeSplitting: false } },
  },
});
console.log(`${NAME} bundled`);
