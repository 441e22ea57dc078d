/** For tests of backups: places to restore into, as empty as those of a new machine. */
import { join } from "node:path";
import { inject } from "vitest";
import { administer, dropDatabase } from "#platform/ctx.fixture.ts";
import { createLog } from "#platform/log.server.ts";
import type { FileStore } from "#platform/media/file-store.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { mediaFolder } from "#platform/media/open-file-store.server.ts";
import { type Db, openDb, openPool } from "#platform/postgres/db.server.ts";

export type Place = {
  /** As the role that is to own its tables, and as the shop's. */
  readonly ownerUrl: string;
  readonly url: string;
  readonly dataDir: string;
  /** For its pictures. */
  readonly store: FileStore;
  readonly db: Db;
  drop(): Promise<void>;
};

/** A database without a table, and a folder that is not there. */
export async function newPlace(folder: string): Promise<Place> {
  const name = `restored_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(`CREATE DATABASE ${name}`);
  const named = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  const ownerUrl = named(inject("templateUrl"));
  const dataDir = join(folder, name);
  const pool = openPool(ownerUrl, createLog("fatal"), 2);
  return {
    ownerUrl,
    url: named(inject("templateShopUrl")),
    dataDir,
    store: folderStore(mediaFolder(dataDir)),
    db: openDb(pool),
    async drop() {
      await pool.end();
      await dropDatabase(name);
    },
  };
}
