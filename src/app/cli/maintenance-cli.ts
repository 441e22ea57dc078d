/** `npm run maintenance -- on [--minutes 30]`, `off`: starts and ends maintenance mode. */
import { parseArgs } from "node:util";
import { readEnv } from "#platform/env/env.server.ts";
import { closeForMaintenance, openAfterMaintenance } from "#platform/maintenance.server.ts";
import { complain } from "./complain.ts";

const USAGE = `Usage:
  npm run maintenance -- on [--minutes 30]   close the shop: visitors see a page that says when you expect to reopen
  npm run maintenance -- off                 open the shop again
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { minutes: { type: "string" } }, allowPositionals: true });
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const { dataDir } = readEnv();
  if (positionals[0] === "on" && (minutes === undefined || minutes > 0)) {
    const until = minutes === undefined ? undefined : new Date(Date.now() + minutes * 60_000);
    await closeForMaintenance(dataDir, until);
    process.stdout.write(
      `The shop that keeps its files in ${dataDir} is closed${until ? ` until about ${until.toISOString()}` : ""}. To open it again: npm run maintenance -- off\n`,
    );
    return 0;
  }
  if (positionals[0] === "off") {
    await openAfterMaintenance(dataDir);
    process.stdout.write(`The shop that keeps its files in ${dataDir} is open.\n`);
    return 0;
  }
  return complain(USAGE);
}

process.exitCode = await main();
