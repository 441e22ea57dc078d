/** `npm run admin -- add|remove|reset-second-factor|data someone@example.com`, or `list`: administrators. */
import { parseArgs } from "node:util";
import { isRole, ROLES } from "#features/access/rules/rights.ts";
import { appointAdmin, dismissAdmin, listAdmins } from "#features/staff/server/team/appoint-admin.ts";
import { resetSecondFactor } from "#features/staff/server/team/reset-second-factor.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startJobs } from "#platform/jobs/jobs.server.ts";
import { collectForAddress } from "../checks/personal-data.ts";
import { complain } from "./complain.ts";
import { onDatabase } from "./on-database.ts";

const USAGE = `Usage:
  npm run admin -- add someone@example.com [--role ${ROLES.join("|")}]
  npm run admin -- remove someone@example.com
  npm run admin -- reset-second-factor someone@example.com
  npm run admin -- list
  npm run --silent admin -- data someone@example.com > FILE, or the id of an account
`;

const ERROR_TEXTS = {
  no_account: (email: string) =>
    `No account uses ${email}. Ask this person to register in the shop first, then run this command again.`,
  already: (email: string) => `${email} is already an administrator with this role.`,
  not_admin: (email: string) => `${email} is not an administrator.`,
  no_factor: (email: string) => `${email} has no second factor. There is nothing to reset.`,
  last_admin: (email: string) => `${email} is the last administrator who is an owner. Add another one first.`,
};

const DONE = {
  get add() {
    return `is now an administrator (${role})`;
  },
  remove: "is no longer an administrator",
  "reset-second-factor": "signs in with the password alone now, and is signed out everywhere",
};

const { positionals, values } = parseArgs({ options: { role: { type: "string" } }, allowPositionals: true, strict: false });
const [verb = "", email] = positionals;
const role = values.role === undefined ? "owner" : String(values.role);
const VERBS = ["add", "remove", "reset-second-factor"];
const isKnown =
  verb === "list" || (verb === "data" && email !== undefined) || (VERBS.includes(verb) && email !== undefined && isRole(role));
process.exitCode = isKnown ? await run() : complain(USAGE);

function run(): Promise<number> {
  const command: Parameters<typeof onDatabase>[1] = async ({ url, db, log }) => {
    const ctx = { db, now: () => new Date() };
    if (verb === "list" || email === undefined) return list(ctx);
    if (verb === "data") return data({ ...ctx, publicUrl: env.publicUrl ?? `http://localhost:${env.port}` }, email);
    // The affected user is notified by mail once the shop runs.
    const jobs = await startJobs(url, log);
    try {
      return await act({ ...ctx, jobs }, email);
    } finally {
      await jobs.stop();
    }
  };
  // One line for a shop that was never started and has no tables.
  const env = readEnv();
  return onDatabase(env, command, "Could not reach the shop's database");
}

async function list(ctx: Parameters<typeof listAdmins>[0]): Promise<number> {
  for (const admin of await listAdmins(ctx))
    process.stdout.write(`${admin.email}  since ${admin.since.toISOString().slice(0, 10)}  ${admin.role}\n`);
  return 0;
}

async function data(ctx: Parameters<typeof collectForAddress>[0], who: string): Promise<number> {
  const gathered = await collectForAddress(ctx, who);
  if (!gathered) return complain(`The shop has nothing of ${who}.\n`, 1);
  process.stdout.write(`${JSON.stringify(gathered, null, 2)}\n`);
  return 0;
}

async function act(ctx: Parameters<typeof appointAdmin>[0], email: string): Promise<number> {
  const actions = {
    add: () => appointAdmin(ctx, email, isRole(role) ? role : "owner"),
    remove: () => dismissAdmin(ctx, email),
    "reset-second-factor": () => resetSecondFactor(ctx, email),
  };
  const done = await actions[verb as keyof typeof actions]();
  if (!done.ok) return complain(`${ERROR_TEXTS[done.error](email)}\n`, 1);
  process.stdout.write(`${email} ${DONE[verb as keyof typeof actions]}.\n`);
  return 0;
}
