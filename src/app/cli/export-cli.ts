/** `npm run export -- FOLDER|FILE`: the whole shop as a documented archive, running or not. */
import { resolve } from "node:path";
import { connectBeacon } from "#platform/ctx.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { openFileStore } from "#platform/media/open-file-store.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { restrictUmask } from "#platform/private-files.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { exportShop } from "../transfer/export-shop.ts";
import { complain } from "./complain.ts";
import { onDatabase } from "./on-database.ts";

const [into, ...more] = process.argv.slice(2);
const USAGE =
  "Usage: npm run export -- FOLDER|FILE.tar.gz\nWrites everything of the shop to a new folder or file that other programs can read. See docs/export.md.\n";
process.exitCode = into === undefined || more.length > 0 ? complain(USAGE) : await writeExport(resolve(into));

async function writeExport(into: string): Promise<number> {
  const begun = performance.now();
  restrictUmask();
  const env = readEnv();
  const run = async ({ db }: { readonly db: Db }) => {
    const secrets = env.beacon === "demo" ? await loadSecrets(env.dataDir, new Date()) : undefined;
    const ctx = {
      db,
      beacon: connectBeacon(env, secrets),
      now: () => new Date(),
      store: await openFileStore(env),
      shop: env.publicUrl ?? "a shop on this machine",
    };
    const { tables, proofs, pictures, missing_pictures: missing } = await exportShop(ctx, into);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(
      `Export written to ${into} in ${seconds} s: ${rows} rows from ${tables.length} tables, ${proofs.length} files of proofs and ${pictures.length} of pictures. It holds people's data: keep it as safe as the shop.\n`,
    );
    for (const url of missing) process.stdout.write(`WARNING: ${url} has no files in the shop, so the export has none either.\n`);
    return 0;
  };
  return onDatabase(env, run, "Nothing was exported");
}
