/** `npm run migrate`: migrates and grants the shop's role its rights; no shop needs the owner's address. */
import { readEnv } from "#platform/env/env.server.ts";
import { createLog } from "#platform/log.server.ts";
import { prepareDatabase } from "#platform/postgres/prepare-database.server.ts";
import { checkMode } from "#platform/test-mode/shop-mode.server.ts";
import { explainFailure } from "../http/explain-failure.ts";
import { complain } from "./complain.ts";

process.exitCode = await migrate().catch((error: unknown) => complain(`${explainFailure(error)}\n`, 1));

async function migrate(): Promise<number> {
  const env = readEnv();
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = env;
  if (url === undefined || ownerUrl === undefined)
    return complain("Set DATABASE_OWNER_URL (the role that owns the tables) and DATABASE_URL (the shop's own role).\n");
  const log = createLog("warn");
  await prepareDatabase({ url, ownerUrl }, log);
  await checkMode(env, { url, ownerUrl }, log);
  process.stdout.write("The database is up to date, and the shop's role has its rights.\n");
  return 0;
}
