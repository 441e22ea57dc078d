/** Part of the build: compresses the browser's files. Usage: node scripts/compress-assets.ts [FOLDER] */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Text. Pictures and woff2 are compressed already. */
const WORTH_IT = new Set([".js", ".mjs", ".css", ".json", ".svg", ".ttf", ".webmanifest", ".txt", ".xml", ".html"]);
/** Smaller ones fit into the reply's first packet anyway. */
const LEAST_BYTES = 512;

const encodings = {
  ".br": (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ".gz": (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

const begin = performance.now();
const folder = process.argv[2] ?? join(import.meta.dirname, "../build/client");
const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const paths = entries
  .filter((entry) => entry.isFile() && WORTH_IT.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));
const sums = { plain: 0, ".br": 0, ".gz": 0 };

await Promise.all(
  paths.map(async (path) => {
    const bytes = await readFile(path);
    if (bytes.length < LEAST_BYTES) return;
    sums.plain += bytes.length;
    for (const ending of [".br", ".gz"] as const) {
      const small = await encodings[ending](bytes);
      if (small.length >= bytes.length) continue;
      sums[ending] += small.length;
      await writeFile(path + ending, small);
    }
  }),
);

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
const seconds = ((performance.now() - begin) / 1000).toFixed(1);
console.log(`${kB(sums.plain)} of files compressed to ${kB(sums[".br"])} (brotli), ${kB(sums[".gz"])} (gzip) in ${seconds} s`);
