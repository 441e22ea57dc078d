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

it("ends one that hangs, however long it had answered", async () => {
  const child = await start(`${ANSWERS} setTimeout(() => { for (;;); }, 500)`);
  const ended = once(child, "exit");
  watchForSilence(child, log, { askMs: 20, silenceMs: 200 });
  await sleep(300);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  expect(await ended).toEqual([null, "SIGKILL"]);
});

it("leaves one alone that knows no such question, as those of an earlier version", async () => {
  const child = await start(`process.send({ says: "begun" }); setInterval(() => {}, 1000)`);
  const ended = once(child, "exit");
  watchForSilence(child, log, { askMs: 20, silenceMs: 100 });
  await sleep(500);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  child.kill("SIGTERM");
  await ended;
});

it("leaves one alone that answers", async () => {
  const child = await start(ANSWERS);
  const ended = once(child, "exit");
  watchForSilence(child, log, { askMs: 20, silenceMs: 1_000 });
  await sleep(1_500);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
});
