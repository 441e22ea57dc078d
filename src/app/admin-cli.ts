/** `npm run admin -- add|remove someone@example.com`, `npm run admin -- list`: who administers the shop; beside a running shop, too. */
import { appointAdmin, dismissAdmin, listAdmins } from "#features/accounts/server/appoint-admin.ts";
import { openDb, openPool } from "#platform/db.server.ts";
import { readEnv } from "#platform/env.server.ts";
import { findDatabase } from "#platform/find-database.server.ts";
import { createLog } from "#platform/log.server.ts";

const USAGE = `Usage:
  npm run admin -- add someone@example.com
  npm run admin -- remove someone@example.com
  npm run admin -- list
`;

const SAID = {
  no_account: (email: string) =>
    `No account uses ${email}. Ask this person to register in the shop first, then run this command again.`,
  already: (email: string) => `${email} is already an administrator.`,
  not_admin: (email: string) => `${email} is not an administrator.`,
  last_admin: (email: string) => `${email} is the last administrator. Add another one first.`,
};

const [verb = "", email] = process.argv.slice(2);
const isKnown = verb === "list" || ((verb === "add" || verb === "remove") && email !== undefined);
if (isKnown) process.exitCode = await run();
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}

async function run(): Promise<number> {
  const log = createLog("warn");
  const database = await findDatabase(readEnv(), log);
  const pool = openPool(database.url, log, 2);
  try {
    return await act({ db: openDb(pool), now: () => new Date() });
  } catch (error) {
    // A shop that has never been started has no tables; whatever else it is, one line says more than a trace.
    process.stderr.write(`Could not reach the shop's database: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await pool.end();
    await database.release();
  }
}

async function act(ctx: Parameters<typeof appointAdmin>[0]): Promise<number> {
  if (verb === "list" || email === undefined) {
    for (const admin of await listAdmins(ctx))
      process.stdout.write(`${admin.email}  since ${admin.since.toISOString().slice(0, 10)}\n`);
    return 0;
  }
  const done = await (verb === "add" ? appointAdmin : dismissAdmin)(ctx, email);
  if (done.ok) {
    process.stdout.write(`${email} is ${verb === "add" ? "now" : "no longer"} an administrator.\n`);
    return 0;
  }
  process.stderr.write(`${SAID[done.error](email)}\n`);
  return 1;
}
