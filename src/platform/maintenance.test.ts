import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { closeForMaintenance, openAfterMaintenance, watchMaintenance } from "./maintenance.server.ts";

const until = new Date("2026-11-23T12:00:00Z");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-maintenance-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => openAfterMaintenance(folder));

const closed = () => watchMaintenance(folder)();

it("is open without the file, and closed with it", async () => {
  expect(closed()).toBeUndefined();
  await closeForMaintenance(folder, until);
  expect(closed()).toEqual({ until });
  await openAfterMaintenance(folder);
  expect(closed()).toBeUndefined();
});

it("can be closed by another user than the one it runs as, whose files are their own", async () => {
  const mask = process.umask(0o077);
  await closeForMaintenance(folder, until).finally(() => process.umask(mask));
  expect((await stat(join(folder, "maintenance.json"))).mode & 0o444).toBe(0o444);
});

it("is closed by an unreadable file", async () => {
  await mkdir(join(folder, "maintenance.json"));
  expect(closed()).toEqual({ until: undefined });
  await rm(join(folder, "maintenance.json"), { recursive: true });
  expect(closed()).toBeUndefined();
});
