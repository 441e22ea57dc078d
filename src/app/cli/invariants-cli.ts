/** `npm run invariants`: every invariant, and 30 days of the providers' ledgers (`-- --days N`). */
import { readEnv } from "#platform/env/env.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { openFileStore } from "#platform/media/open-file-store.server.ts";
import { findPayments } from "#platform/payments/find-payments.server.ts";
import { findBrokenInvariants, INVARIANTS } from "../checks/invariants.ts";
import { describeLogsEnd } from "../checks/log-is-whole.ts";
import { compareWithProvider } from "../checks/provider-ledger.ts";
import { onDatabase } from "./on-database.ts";

const env = readEnv();
process.exitCode = await onDatabase(env, async ({ db }) => {
  const own = await findBrokenInvariants({ db, media: createMedia(await openFileStore(env)) });
  const provider = await findPayments(env);
  const since = new Date(Date.now() - readDays() * 86_400_000);
  const theirs = provider ? await compareWithProvider({ db, payments: provider.payments }, since) : [];
  await provider?.release();
  const broken = [...own, ...theirs];
  for (const { id, says, rows } of broken)
    process.stdout.write(`BROKEN ${id}: ${says}\n${rows.map((row) => `  ${JSON.stringify(row)}\n`).join("")}`);
  process.stdout.write(
    `${INVARIANTS.length + (provider ? 2 : 1) - broken.length} invariants hold, ${broken.length} are broken.\n`,
  );
  process.stdout.write(await describeLogsEnd(db));
  return broken.length === 0 ? 0 : 1;
});

function readDays(): number {
  const at = process.argv.indexOf("--days");
  const days = at < 0 ? 30 : Number(process.argv[at + 1]);
  if (Number.isInteger(days) && days > 0) return days;
  throw new Error("--days needs a whole number of days, such as --days 30");
}
