/** Settings, programs and folders named in deploy/ exist. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SETTINGS } from "#platform/env/env.server.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DEPLOY = join(ROOT, "deploy");
const read = (name: string) => readFile(join(DEPLOY, name), "utf8");

it.each(["example.env", "Dockerfile", "systemd/concours.service", "systemd/concours-backup.service"])(
  "%s names settings of the shop",
  async (name) => {
    const lines = (await read(name)).split("\n").filter((line) => /^(?:ENV |Environment=|(?:# )?[A-Z0-9_]+=)/.test(line));
    const named = lines.flatMap((line) => [...line.matchAll(/(?:^|[ =])([A-Z][A-Z0-9_]+)=/g)].map(([, setting = ""]) => setting));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((setting) => !SETTINGS.includes(setting))).toEqual([]);
  },
);

it("every program that is started exists", async () => {
  const entries = await readdir(DEPLOY, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")),
  );
  const programs = new Set(texts.join("\n").match(/\bsrc\/app\/[\w/-]+\.ts/g));
  expect(programs.size).toBeGreaterThanOrEqual(3);
  expect([...programs].filter((program) => !existsSync(join(ROOT, program)))).toEqual([]);
});

it("a service restarts while its database is down", async () => {
  const unit = await read("systemd/concours.service");
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(unit).toMatch(/^Restart=always$/m);
});

it("the image has every folder that the shop reads", async () => {
  const copied = [...(await read("Dockerfile")).matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, folder]) => folder);
  const { imports } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { imports: Record<string, string> };
  const imported = new Set(Object.values(imports).map((path) => path.split("/")[1]));
  expect(copied).toEqual(
    expect.arrayContaining([...imported, "package.json", "node_modules", "build", "public", "migrations", "packages"]),
  );
});
