import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROVIDER_KINDS } from "./payments/registry.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-private-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LEDGERS = Object.values(PROVIDER_KINDS).map((kind) => kind.folder);
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** In a child process, because the umask is global. */
async function open(dataDir: string, then = ""): Promise<void> {
  const script = `import { openDataFolder } from ${JSON.stringify(join(import.meta.dirname, "private-files.server.ts"))};
    import { mkdirSync, writeFileSync } from "node:fs";
    await openDataFolder(${JSON.stringify(dataDir)}); ${then}`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
}

async function leaveOpen(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, "mailbox"), { recursive: true });
  await mkdir(join(dataDir, "postgres/cluster"), { recursive: true });
  await writeFile(join(dataDir, "mailbox/letter.eml"), "Subject: secret");
  await writeFile(join(dataDir, "postgres/running.json"), "{}");
  await writeFile(join(dataDir, "secrets.json"), "{}");
  for (const each of LEDGERS) await mkdir(join(dataDir, each));
  for (const each of ["", "mailbox", "postgres", "postgres/cluster", ...LEDGERS]) await chmod(join(dataDir, each), 0o755);
  for (const each of ["mailbox/letter.eml", "postgres/running.json", "secrets.json"]) await chmod(join(dataDir, each), 0o644);
}

it("a new folder is private, and so is everything made in it", async () => {
  const dataDir = join(folder, "new");
  await open(dataDir, `mkdirSync("${dataDir}/mailbox"); writeFileSync("${dataDir}/mailbox/letter.eml", "");`);
  expect(await modeOf(dataDir)).toBe("700");
  expect(await modeOf(join(dataDir, "mailbox"))).toBe("700");
  expect(await modeOf(join(dataDir, "mailbox/letter.eml"))).toBe("600");
});

it("an open folder of an earlier version becomes private, except for the database's own", async () => {
  const dataDir = join(folder, "old");
  await leaveOpen(dataDir);
  await open(dataDir);
  for (const each of ["", "mailbox", "postgres", ...LEDGERS]) expect(await modeOf(join(dataDir, each))).toBe("700");
  for (const each of ["mailbox/letter.eml", "postgres/running.json", "secrets.json"])
    expect(await modeOf(join(dataDir, each))).toBe("600");
  expect(await modeOf(join(dataDir, "postgres/cluster"))).toBe("755");
});

it("a folder with other files keeps its permissions", async () => {
  const home = join(folder, "home");
  await leaveOpen(home);
  await writeFile(join(home, "diary.txt"), "");
  await chmod(join(home, "diary.txt"), 0o644);
  await open(home);
  expect(await modeOf(home)).toBe("755");
  expect(await modeOf(join(home, "diary.txt"))).toBe("644");
  expect(await modeOf(join(home, "mailbox/letter.eml"))).toBe("600");
});
