/** For tests of backups: places to restore into, as empty as those of a new machine. */
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { type Db, openDb, openPool } from "#platform/db.server.ts";
import { createLog } from "#platform/log.server.ts";

export type Place = {
  readonly url: string;
  readonly dataDir: string;
  readonly db: Db;
  drop(): Promise<void>;
};

/** A database without a table, and a folder that is not there. */
export async function newPlace(folder: string): Promise<Place> {
  const name = `restored_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = new URL(inject("templateUrl"));
  server.pathname = "/postgres";
  const asAdmin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.href });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await asAdmin(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = openPool(url.href, createLog("fatal"), 2);
  return {
    url: url.href,
    dataDir: join(folder, name),
    db: openDb(pool),
    async drop() {
      await pool.end();
      await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
