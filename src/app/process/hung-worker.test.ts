import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLog } from "#platform/log.server.ts";
import { watchForSilence } from "./hung-worker.ts";

const log = createLog("silent");
const ANSWERS = `process.on("message", ({ says }) => says === "there?" && process.send({ says: "here" })); process.send({ says: "begun" });`;
const start = async (program: string) => {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await once(child, "message");
  return child;
};

it("kills a worker that hangs after it has answered", async () => {
  const child = await start(`${ANSWERS} setTimeout(() => { for (;;); }, 500)`);
  const ended = once(child, "exit");
  watchForSilence(child, log, { askMs: 20, silenceMs: 200 });
  await sleep(300);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  expect(await ended).toEqual([null, "SIGKILL"]);
});

it("spares a worker of an earlier version that never answers", async () => {
  const child = await start(`process.send({ says: "begun" }); setInterval(() => {}, 1000)`);
  const ended = once(child, "exit");
  watchForSilence(child, log, { askMs: 20, silenceMs: 100 });
  await sleep(500);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  child.kill("SIGTERM");
  await ended;
});

it("spares a worker that answers", async () => {
  const child = await start(ANSWERS);
  const ended = once(child, "exit");
  watchForSilence(child, log, { askMs: 20, silenceMs: 1_000 });
  await sleep(1_500);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
});
