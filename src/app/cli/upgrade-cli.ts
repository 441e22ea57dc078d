/** `npm run upgrade -- <folder>`, before a new version serves: a backup, the migrations, every invariant. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { complain } from "./complain.ts";

type Step = { readonly says: string; readonly command: string; readonly words: readonly string[]; readonly back: string };

const AS_BEFORE = "Nothing has changed: the version that runs goes on as before.";
/** Migrations only add, so that the last version works on the tables of the next one. */
const ADDED = "The version that runs goes on: new tables and columns do not concern it. Leave the new version stopped.";

async function upgrade(folder: string): Promise<number> {
  const steps: Step[] = [
    { says: "Backup", command: "backup", words: [folder], back: AS_BEFORE },
    { says: "Tables", command: "migrate", words: [], back: ADDED },
    {
      says: "Invariants",
      command: "invariants",
      words: [],
      back: `${ADDED}\nThe shop as it was: npm run restore -- ${folder}, into a new database and data folder.`,
    },
  ];
  for (const { says, command, words, back } of steps) {
    process.stdout.write(`${says}: `);
    if ((await run(command, words)) === 0) continue;
    return complain(`The upgrade ended at ${command}. ${back}\n`, 1);
  }
  process.stdout.write(
    `Ready. Now restart the shop, one process after the other (docs/deployment.md). The way back: start the previous version again.\n`,
  );
  return 0;
}

async function run(command: string, words: readonly string[]): Promise<number> {
  const program = join(import.meta.dirname, `${command}-cli.ts`);
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  return typeof code === "number" ? code : 1;
}

const [folder] = process.argv.slice(2);
const USAGE = "Usage: npm run upgrade -- <folder>\nBacks the shop up to a new folder, then updates the tables and checks them.\n";
process.exitCode = folder === undefined ? complain(USAGE) : await upgrade(folder);
