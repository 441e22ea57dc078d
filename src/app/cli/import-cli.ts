/** `npm run import -- people|draws|tickets FILE.csv [--write]`: what another platform knew, with a dry run that says of each line what would happen. */
import { readEnv } from "#platform/env/env.server.ts";
import { languagesOf, readLanguageFiles } from "#platform/languages/language-files.server.ts";
import { createLog } from "#platform/log.server.ts";
import { languageFolders } from "#platform/messages.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { findDatabase } from "#platform/postgres/find-database.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { setLanguages } from "#shared/languages.ts";
import { importFile, parseImport, USAGE } from "./import-command.ts";

const asked = parseImport(process.argv.slice(2));
process.exitCode = asked ? await run(asked) : usage();

function usage(): number {
  process.stderr.write(USAGE);
  return 2;
}

async function run(wanted: NonNullable<typeof asked>): Promise<number> {
  const log = createLog("warn");
  const env = readEnv();
  setLanguages(languagesOf(readLanguageFiles(languageFolders(env)).keys()));
  const database = await findDatabase(env, log);
  const pool = openPool(database.url, log, 2);
  try {
    const lastingSecret = env.lastingSecret ?? env.authSecret ?? (await loadSecrets(env.dataDir, new Date())).authSecret;
    const ctx = { db: openDb(pool), now: () => new Date(), lastingSecret };
    return await importFile(ctx, wanted, (line) => void process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`Nothing was written: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await pool.end();
    await database.release();
  }
}
