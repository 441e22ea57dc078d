/** Checks the invariants of a shop's database from outside. */
import { join } from "node:path";
import { type Broken, findBrokenInvariants } from "#app/checks/invariants.ts";
import { createLog } from "#platform/log.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import type { ShopAddress } from "./shop.fixture.ts";

export async function brokenInvariants({ databaseUrl, dataDir }: ShopAddress): Promise<readonly Broken[]> {
  const pool = openPool(databaseUrl, createLog("fatal"), 2);
  const media = createMedia(folderStore(join(dataDir, "media")));
  try {
    return await findBrokenInvariants({ db: openDb(pool), media });
  } finally {
    await pool.end();
  }
}
