/** `npm run admin -- add|remove|reset-second-factor someone@example.com`, `npm run admin -- list`: who administers the shop; beside a running shop, too. */
import { parseArgs } from "node:util";
import { isRole, ROLES } from "#features/accounts/rules/rights.ts";
import { appointAdmin, dismissAdmin, listAdmins } from "#features/accounts/server/appoint-admin.ts";
import { resetSecondFactor } from "#features/accounts/server/reset-second-factor.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startJobs } from "#platform/jobs/jobs.server.ts";
import { createLog } from "#platform/log.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { findDatabase } from "#platform/postgres/find-database.server.ts";

const USAGE = `Usage:
  npm run admin -- add someone@example.com [--role ${ROLES.join("|")}]
  npm run admin -- remove someone@example.com
  npm run admin -- reset-second-factor someone@example.com
  npm run admin -- list
`;

const SAID = {
  no_account: (email: string) =>
    `No account uses ${email}. Ask this person to register in the shop first, then run this command again.`,
  already: (email: string) => `${email} is already an administrator with this role.`,
  not_admin: (email: string) => `${email} is not an administrator.`,
  no_factor: (email: string) => `${email} has no second factor. There is nothing to reset.`,
  last_admin: (email: string) => `${email} is the last administrator who is an owner. Add another one first.`,
};

const { positionals, values } = parseArgs({ options: { role: { type: "string" } }, allowPositionals: true, strict: false });
const [verb = "", email] = positionals;
const role = values.role === undefined ? "owner" : String(values.role);
const VERBS = ["add", "remove", "reset-second-factor"];
const isKnown = verb === "list" || (VERBS.includes(verb) && email !== undefined && isRole(role));
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
    const ctx = { db: openDb(pool), now: () => new Date() };
    if (verb === "reset-second-factor" && email !== undefined) return await reset(ctx, { email, url: database.url, log });
    return await act(ctx);
  } catch (error) {
    // A shop that has never been started has no tables; whatever else it is, one line says more than a trace.
    process.stderr.write(`Could not reach the shop's database: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await pool.end();
    await database.release();
  }
}

/** Its owner is told by mail, which the shop sends as soon as it runs. */
async function reset(
  ctx: Parameters<typeof appointAdmin>[0],
  { email, url, log }: { email: string; url: string; log: ReturnType<typeof createLog> },
): Promise<number> {
  const jobs = await startJobs(url, log);
  try {
    const done = await resetSecondFactor({ ...ctx, jobs }, email);
    if (done.ok) process.stdout.write(`${email} signs in with the password alone now, and is signed out everywhere.\n`);
    else process.stderr.write(`${SAID[done.error](email)}\n`);
    return done.ok ? 0 : 1;
  } finally {
    await jobs.stop();
  }
}

async function act(ctx: Parameters<typeof appointAdmin>[0]): Promise<number> {
  if (verb === "list" || email === undefined) {
    for (const admin of await listAdmins(ctx))
      process.stdout.write(`${admin.email}  since ${admin.since.toISOString().slice(0, 10)}  ${admin.role}\n`);
    return 0;
  }
  const done = await (verb === "add" && isRole(role) ? appointAdmin(ctx, email, role) : dismissAdmin(ctx, email));
  if (done.ok) {
    process.stdout.write(
      `${email} is ${verb === "add" ? "now" : "no longer"} an administrator${verb === "add" ? ` (${role})` : ""}.\n`,
    );
    return 0;
  }
  process.stderr.write(`${SAID[done.error](email)}\n`);
  return 1;
}
