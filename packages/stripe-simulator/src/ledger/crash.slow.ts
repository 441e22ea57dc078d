/** After kill -9, every payment and every undelivered webhook is still there. */
import { type ChildProcess, spawn } from "node:child_process";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { callControl, connect, receiveWebhooks, SECRET_KEY, sessionParams, WEBHOOK_SECRET } from "../simulator.fixture.ts";

const COMMAND = fileURLToPath(new URL("../../bin/stripe-simulator.ts", import.meta.url));

type Command = { readonly url: string; readonly port: number; end(signal: NodeJS.Signals): Promise<void> };

async function start(folder: string, more: readonly string[] = []): Promise<Command> {
  const options = ["--port", "0", "--data", folder, "--key", SECRET_KEY, "--webhook-secret", WEBHOOK_SECRET, "--quiet", ...more];
  const child: ChildProcess = spawn(process.execPath, [COMMAND, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/\S+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.on("exit", (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill(signal);
    });
  return { url, port: Number(new URL(url).port), end };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("acknowledged payments survive a kill, at the same address", async () => {
  const folder = await newFolder();
  let command = await start(folder);
  const paid: string[] = [];
  let idempotent = "";
  for (let round = 0; round < 3; round++) {
    const stripe = connect(command.port);
    const opened = await Promise.all(Array.from({ length: 8 }, () => stripe.checkout.sessions.create(sessionParams())));
    idempotent = (await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "order:1" })).id;
    // The kill happens during these calls. Those with an answer count; the others are undefined.
    const tries = opened.map(async ({ id }, index) => {
      const { status } = await callControl(command.url, `sessions/${id}/pay`, {});
      if (status === 200) paid.push(id);
      if (index === 3) await command.end("SIGKILL");
    });
    await Promise.allSettled(tries);
    await command.end("SIGKILL");
    const before = command.url;
    // A write that the kill cut short.
    await appendFile(join(folder, "ledger.ndjson"), '[["session",{"id":"cs_test_tor');
    command = await start(folder);
    expect(command.url).toBe(before);
  }
  const stripe = connect(command.port);
  expect(paid.length).toBeGreaterThanOrEqual(3);
  for (const id of paid) {
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
    expect(session).toMatchObject({ payment_status: "paid", payment_intent: { latest_charge: { paid: true } } });
  }
  expect((await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "order:1" })).id).toBe(idempotent);
  const { sessions, charges } = (await callControl(command.url, "ledger")).json as {
    sessions: { status: string }[];
    charges: unknown[];
  };
  expect(charges).toHaveLength(sessions.filter(({ status }) => status === "complete").length);
});

test("an undelivered webhook is delivered after a kill and restart", async () => {
  const folder = await newFolder();
  const hook = await receiveWebhooks();
  const command = await start(folder);
  const { id } = await connect(command.port).checkout.sessions.create(sessionParams());
  await callControl(command.url, `sessions/${id}/pay`, {});
  await command.end("SIGKILL");
  expect(hook.deliveries).toHaveLength(0);
  const again = await start(folder, ["--webhook-url", hook.url]);
  await hook.received(3);
  expect([...hook.types()].sort()).toEqual(["charge.succeeded", "checkout.session.completed", "payment_intent.succeeded"]);
  await again.end("SIGTERM");
  await start(folder, ["--webhook-url", hook.url]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(hook.deliveries).toHaveLength(3);
});

test("a second process on the same folder is refused", async () => {
  const folder = await newFolder();
  await start(folder);
  await expect(start(folder)).rejects.toThrow("already uses");
});
