/** The drill of docs/operations.md: a backup of a running shop, restored elsewhere and checked. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@concours/embedded-postgres";
import { memoryFolder } from "@concours/embedded-postgres/memory-folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { createLog } from "#platform/log.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { prepareDatabase } from "#platform/postgres/prepare-database.server.ts";

const ROOT = join(import.meta.dirname, "../../..");
const log = createLog("fatal");
let folder: string;
let running: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(await memoryFolder(), "concours-drill-"));
  running = await startEmbeddedPostgres({ dataDir: join(folder, "shop/postgres"), log, settings: { fsync: "off" } });
  await prepareDatabase({ url: running.shopUrl, ownerUrl: running.url }, log);
  const pool = openPool(running.url, log, 2);
  await makeLottery({ db: openDb(pool), now: () => new Date() });
  await makeUser({ db: openDb(pool) });
  await pool.end();
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

let settings: Record<string, string> = {};
type Command = "upgrade" | "backup" | "restore" | "invariants" | "export";

/** As `npm run` on a machine that only has the data folder. */
function run(command: Command, shop: string, ...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const program = join(ROOT, `src/app/cli/${command}-cli.ts`);
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    const options = {
      cwd: ROOT,
      env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: join(folder, shop), ...settings },
      timeout: 60_000,
    };
    const child = execFile(process.execPath, [program, ...words], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

it("backs up, restores and checks, without overwriting anything", { timeout: 120_000 }, async () => {
  const into = join(folder, "backup");
  expect(await run("backup", "shop", into)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Backup written to .*: \d+ rows from \d+ tables/),
  });
  expect(await run("backup", "shop", into)).toMatchObject({ code: 1, err: expect.stringContaining("already exists") });

  const restored = await run("restore", "drill", into);
  expect(restored).toMatchObject({ code: 0, err: "", out: expect.stringContaining("All invariants hold.") });
  expect(await run("invariants", "drill")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+ invariants hold, 0 are broken\.\nThe audit log is empty\.\n$/),
  });
  expect(await run("restore", "drill", into)).toMatchObject({ code: 1, err: expect.stringContaining("is not empty") });
});

it(
  "prepares an upgrade: backup, migrations, invariants; and explains failures",
  {
    timeout: 120_000,
  },
  async () => {
    settings = { DATABASE_URL: running.shopUrl, DATABASE_OWNER_URL: running.url };
    const into = join(folder, "before");
    const done = await run("upgrade", "shop", into);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toMatch(
      /^Backup: .*\nTables: The database is up to date.*\nInvariants: \d+ invariants hold, 0 are broken\.[\s\S]*Ready\./,
    );
    expect(await run("upgrade", "shop", into)).toMatchObject({ code: 1, err: expect.stringContaining("goes on as before") });
    const owner = openPool(running.url, log, 1);
    await owner.query("UPDATE lotteries SET tickets_sold = tickets_sold + 1");
    const broken = await run("upgrade", "shop", join(folder, "broken"));
    expect(broken).toMatchObject({ code: 1, out: expect.stringMatching(/\nInvariants: BROKEN /) });
    expect(broken.err).toMatch(
      /^The upgrade ended at invariants\. The version that runs goes on: .*Leave the new version stopped\.\nThe shop as it was: npm run restore -- .*\/broken, into a new/,
    );
    await owner.query("UPDATE lotteries SET tickets_sold = tickets_sold - 1");
    await owner.end();
    settings = {};
    const half = await run("upgrade", "drill", join(folder, "again"));
    expect(half).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Set DATABASE_OWNER_URL[\s\S]*ended at migrate\. The version that runs goes on: new/),
    });
  },
);

it("exports beside a running shop, without overwriting anything", { timeout: 60_000 }, async () => {
  const into = join(folder, "shop.tar.gz");
  expect(await run("export", "shop", into)).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^Export written to .*shop\.tar\.gz in .* s: \d+ rows from \d+ tables/),
  });
  expect(await run("export", "shop", into)).toMatchObject({ code: 1, err: expect.stringContaining("already exists") });
});

it("print their usage", async () => {
  for (const command of ["backup", "restore", "upgrade", "export"] as const)
    expect(await run(command, "nowhere")).toMatchObject({ code: 2, err: expect.stringContaining(`npm run ${command}`) });
});
