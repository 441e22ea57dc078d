/** The database for command-line commands, whether the shop runs or not. */
import { join } from "node:path";
import { DataInUseError, startEmbeddedPostgres } from "@concours/embedded-postgres";
import type { Env } from "../env/env.server.ts";
import type { Logger } from "../log.server.ts";
import { openDataFolder } from "../private-files.server.ts";
import { grantShopRights } from "./prepare-database.server.ts";

export type FoundDatabase = {
  readonly url: string;
  /** With the role that owns the tables, if known; otherwise the shop's address. */
  readonly ownerUrl: string;
  release(): Promise<void>;
};

/**
 * The configured database, else the embedded one, which is started if the shop does not run. Call `release`
 * at the end.
 */
export async function findDatabase(env: Env, log: Logger): Promise<FoundDatabase> {
  const release = async () => undefined;
  const url = env.databaseDirectUrl ?? env.databaseUrl;
  if (url !== undefined) return { url, ownerUrl: env.databaseOwnerUrl ?? url, release };
  await openDataFolder(env.dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(env.dataDir, "postgres"), log });
    const urls = { url: postgres.shopUrl, ownerUrl: postgres.url };
    // The folder may predate the separate roles.
    await grantShopRights(urls);
    return { ...urls, release: () => postgres.stop() };
  } catch (error) {
    const holder = error instanceof DataInUseError ? error.holder : undefined;
    if (holder?.url === undefined) throw error;
    return { url: holder.shopUrl ?? holder.url, ownerUrl: holder.url, release };
  }
}
