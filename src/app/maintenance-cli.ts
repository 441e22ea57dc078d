/** `npm run maintenance -- on [--minutes 30]`, `off`: closes the shop for work on it, politely, and opens it again. */
import { parseArgs } from "node:util";
import { readEnv } from "#platform/env.server.ts";
import { closeForMaintenance, openAfterMaintenance } from "#platform/maintenance.server.ts";

const USAGE = `npm run maintenance -- on [--minutes 30]   visitors see a page that says so, and when you hope to be back
npm run maintenance -- off
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { minutes: { type: "string" } }, allowPositionals: true });
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const { dataDir } = readEnv();
  if (positionals[0] === "on" && (minutes === undefined || minutes > 0)) {
    const until = minutes === undefined ? undefined : new Date(Date.now() + minutes * 60_000);
    await closeForMaintenance(dataDir, until);
    process.stdout.write(
      `Closed${until ? `, until about ${until.toISOString()}` : ""}. Open it with: npm run maintenance -- off\n`,
    );
    return 0;
  }
  if (positionals[0] === "off") {
    await openAfterMaintenance(dataDir);
    process.stdout.write("Open.\n");
    return 0;
  }
  process.stderr.write(USAGE);
  return 2;
}

process.exitCode = await main();
