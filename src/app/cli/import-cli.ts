/** `npm run import -- people|draws|tickets FILE.csv [--write]`: another platform's data, or a dry run. */
import { readEnv } from "#platform/env/env.server.ts";
import { languagesOf, readLanguageFiles } from "#platform/languages/language-files.server.ts";
import { refuseOtherSecret } from "#platform/lasting-secret.server.ts";
import { languageFolders } from "#platform/messages.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { setLanguages } from "#shared/language/languages.ts";
import { complain } from "./complain.ts";
import { importFile, parseImport, USAGE } from "./import-command.ts";
import { onDatabase } from "./on-database.ts";

const asked = parseImport(process.argv.slice(2));
process.exitCode = asked ? await run(asked) : complain(USAGE);

async function run(wanted: NonNullable<typeof asked>): Promise<number> {
  const env = readEnv();
  setLanguages(languagesOf(readLanguageFiles(languageFolders(env)).keys()));
  const write = async ({ db }: { readonly db: Db }) => {
    const lastingSecret = env.lastingSecret ?? env.authSecret ?? (await loadSecrets(env.dataDir, new Date())).authSecret;
    await refuseOtherSecret(db, lastingSecret);
    const ctx = { db, now: () => new Date(), lastingSecret };
    return await importFile(ctx, wanted, (line) => void process.stdout.write(`${line}\n`));
  };
  return onDatabase(env, write, "Nothing was written");
}
