/** For commands beside a shop: its database, whether the shop runs or not. */
import { join } from "node:path";
import { startEmbeddedPostgres } from "./embedded-postgres.server.ts";
import { DataInUseError } from "./embedded-postgres-lock.server.ts";
import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";

/** The configured database, the one that a living shop keeps in the data folder, or that folder's own, started for as long as it is needed. */
export async function findDatabase(env: Env, log: Logger): Promise<{ url: string; release(): Promise<void> }> {
  const release = async () => undefined;
  if (env.databaseUrl !== undefined) return { url: env.databaseUrl, release };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(env.dataDir, "postgres"), log });
    return { url: postgres.url, release: () => postgres.stop() };
  } catch (error) {
    if (error instanceof DataInUseError && error.holder?.url !== undefined) return { url: error.holder.url, release };
    throw error;
  }
}
