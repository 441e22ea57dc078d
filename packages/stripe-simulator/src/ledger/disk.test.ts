/** Data that is not on disk is neither answered nor sent to the shop. */
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "@concours/simulator-kit/ledger/journal";
import { expect, onTestFinished, test, vi } from "vitest";
import { receiveWebhooks, sessionParams, startForTest } from "../simulator.fixture.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "disk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Counts the calls of fsync in this process: of data, or of whole files. */
async function watchSync(method: "datasync" | "sync" = "datasync") {
  const probe = await open(tmpdir(), "r");
  const spy = vi.spyOn(Object.getPrototypeOf(probe) as typeof probe, method);
  await probe.close();
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test("simultaneous lines share one fsync, separate ones have their own", async () => {
  const journal = await openJournal({ path: join(await newFolder(), "ledger.ndjson"), replay: () => {}, snapshot: () => [] });
  const sync = await watchSync();
  await Promise.all(Array.from({ length: 300 }, () => journal.durable(journal.append("1"))));
  expect(sync).toHaveBeenCalledTimes(1);
  for (let round = 0; round < 5; round++) await journal.durable(journal.append("2"));
  expect(sync).toHaveBeenCalledTimes(6);
  await journal.close();
});

test("while the disk fails, no call succeeds and no event is sent", async () => {
  const hook = await receiveWebhooks();
  const { stripe, control } = await startForTest({ dataDir: await newFolder(), webhookUrl: hook.url });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const full = new Error("no space left on device");
  const syncs = [await watchSync(), await watchSync("sync")];
  for (const sync of syncs) sync.mockRejectedValue(full);
  expect((await control(`sessions/${id}/pay`, {})).status).toBe(500);
  await expect(stripe.checkout.sessions.create(sessionParams())).rejects.toMatchObject({
    statusCode: 500,
    type: "StripeAPIError",
  });
  await expect(stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({ statusCode: 500 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(hook.deliveries).toEqual([]);
});

test("once there is room again, calls succeed, and a restart has everything and sends the events", async () => {
  const dataDir = await newFolder();
  const { simulator, stripe, control } = await startForTest({ dataDir });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const syncs = [await watchSync(), await watchSync("sync")];
  for (const sync of syncs) sync.mockRejectedValue(new Error("no space left on device"));
  expect((await control(`sessions/${id}/pay`, {})).status).toBe(500);
  for (const sync of syncs) sync.mockRestore();
  await expect(stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({ payment_status: "paid" });
  expect(await readdir(dataDir)).not.toContain("ledger.ndjson.new");
  await simulator.stop();
  const hook = await receiveWebhooks();
  const again = await startForTest({ dataDir, webhookUrl: hook.url });
  await expect(again.stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({ payment_status: "paid" });
  await vi.waitFor(() => expect(hook.types()).toContain("checkout.session.completed"));
});
