import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { createLog } from "#platform/log.server.ts";
import { expectStart } from "./start-timeout.ts";

const log = createLog("silent");
/** Ignores SIGTERM. */
const HANGS = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";

it("kills a process that hangs at its start", async () => {
  const child = spawn(process.execPath, ["-e", HANGS]);
  const ended = once(child, "exit");
  expectStart(child, log, 1);
  expect(await ended).toEqual([null, "SIGKILL"]);
});

it("spares a process that serves", async () => {
  const child = spawn(process.execPath, ["-e", HANGS]);
  const other = spawn(process.execPath, ["-e", HANGS]);
  const ended = once(child, "exit");
  expectStart(child, log, 1)();
  const otherEnded = once(other, "exit");
  expectStart(other, log, 2);
  await otherEnded;
  expect(child.kill("SIGINT")).toBe(true);
  expect(await ended).toEqual([null, "SIGINT"]);
});
