/** Empty databases and folders to restore into. */
import { join } from "node:path";
import { inject } from "vitest";
import { administer, dropDatabase } from "#platform/ctx.fixture.ts";
import { createLog } from "#platform/log.server.ts";
import type { FileStore } from "#platform/media/file-store.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { mediaFolder } from "#platform/media/open-file-store.server.ts";
import { type Db, openDb, openPool } from "#platform/postgres/db.server.ts";

export type Place = {
  /** For the role that will own the tables, and for the shop's. */
  readonly ownerUrl: string;
  readonly url: string;
  readonly dataDir: string;
  readonly store: FileStore;
  readonly db: Db;
  drop(): Promise<void>;
};

/** A database without tables, and a folder that does not exist. */
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
