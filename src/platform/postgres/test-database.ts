/** A PostgreSQL server for a test run, with a prepared template that is copied within milliseconds. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@concours/embedded-postgres";
import { memoryFolder } from "@concours/embedded-postgres/memory-folder";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { createLog } from "../log.server.ts";
import { prepareDatabase } from "./prepare-database.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of `concours`, a migrated, empty database to be copied; it accepts no connections. */
    templateUrl: string;
    /** The same with the shop's role, whose rights a copy keeps. */
    templateShopUrl: string;
  }
}

/** The data is disposable: no durability, no replication, no background work. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  checkpoint_timeout: "1d",
  max_wal_size: "256MB",
  bgwriter_lru_maxpages: "0",
};

/** Vitest's global setup: starts the server, prepares the template; the returned function stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog("error");
  const dataDir = await mkdtemp(join(await memoryFolder(), "concours-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: SETTINGS,
  });
  await prepareDatabase({ url: postgres.shopUrl, ownerUrl: postgres.url }, log);
  await closeTemplate(postgres.url);
  project.provide("templateUrl", postgres.url);
  project.provide("templateShopUrl", postgres.shopUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A database with connections cannot be copied, so the template accepts none from here on. */
async function closeTemplate(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`).finally(() => client.end());
}
