/** `npm run media`: copies pictures between the data folder and the bucket, and compares the two. */
import { readEnv } from "#platform/env/env.server.ts";
import { copyNewFiles, findDifferences } from "#platform/media/file-store.server.ts";
import { openFileStore } from "#platform/media/open-file-store.server.ts";
import { restrictUmask } from "#platform/private-files.server.ts";
import { complain } from "./complain.ts";

const USAGE = `Usage: npm run media -- copy bucket    copies pictures from the data folder to the bucket
       npm run media -- copy folder    copies them from the bucket to the data folder
       npm run media -- compare        compares the two, byte by byte
See docs/operations.md.
`;

const [command, to] = process.argv.slice(2);
process.exitCode = await run();

async function run(): Promise<number> {
  const isCopy = command === "copy" && (to === "bucket" || to === "folder");
  if (!isCopy && !(command === "compare" && to === undefined)) return complain(USAGE);
  restrictUmask();
  const env = readEnv();
  if (!env.bucket) return complain("There is no bucket: set S3_BUCKET and what belongs to it.\n");
  const folder = await openFileStore({ ...env, bucket: undefined });
  const bucket = await openFileStore(env);
  const [from, into] = to === "folder" ? [bucket, folder] : [folder, bucket];
  if (isCopy) process.stdout.write(`${await copyNewFiles(from, into)} files copied.\n`);
  const different = await findDifferences(from, into);
  if (!isCopy) different.push(...(await findDifferences(into, from)).filter((name) => !different.includes(name)));
  for (const name of different) process.stdout.write(`DIFFERENT ${name}\n`);
  process.stdout.write(
    different.length === 0 ? "Both have the same pictures.\n" : `${different.length} files are missing or different.\n`,
  );
  return different.length === 0 ? 0 : 1;
}
