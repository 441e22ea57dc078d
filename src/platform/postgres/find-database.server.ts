import { join } from "node:path";
import { DataInUseError, startEmbeddedPostgres } from "@concours/embedded-postgres";
import type { Env } from "../env/env.server.ts";
import type { Logger } from "../log.server.ts";
import { openDataFolder } from "../private-files.server.ts";
import { shareRights } from "./prepare-database.server.ts";

export type FoundDatabase = {
  readonly url: string;
  /** As the role that owns the tables, where the settings or the data folder name it; the shop's where there is one role for both. */
  readonly ownerUrl: string;
  release(): Promise<void>;
};

/** The configured database, the one that a living shop keeps in the data folder, or that folder's own, started for as long as it is needed. */
export async function findDatabase(env: Env, log: Logger): Promise<FoundDatabase> {
  const release = async () => undefined;
  const url = env.databaseDirectUrl ?? env.databaseUrl;
  if (url !== undefined) return { url, ownerUrl: env.databaseOwnerUrl ?? url, release };
  await openDataFolder(env.dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(env.dataDir, "postgres"), log });
    const urls = { url: postgres.shopUrl, ownerUrl: postgres.url };
    // Data that no shop has been started on since there were two roles.
    await shareRights(urls);
    return { ...urls, release: () => postgres.stop() };
  } catch (error) {
    const holder = error instanceof DataInUseError ? error.holder : undefined;
    if (holder?.url === undefined) throw error;
    return { url: holder.shopUrl ?? holder.url, ownerUrl: holder.url, release };
  }
}
