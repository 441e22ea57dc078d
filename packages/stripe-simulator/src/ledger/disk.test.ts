/** What the disk has not taken is not answered, and not told to the shop. */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openJournal } from "../../../simulator-kit/src/ledger/journal.ts";
import { receiveWebhooks, sessionParams, startForTest } from "../simulator.fixture.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "disk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Watches every fsync of data in this process. */
async function watchSync() {
  const probe = await open(tmpdir(), "r");
  const spy = vi.spyOn(Object.getPrototypeOf(probe) as typeof probe, "datasync");
  await probe.close();
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test("lines that come together share one fsync, lines that come alone have their own", async () => {
  const journal = await openJournal({ path: join(await newFolder(), "ledger.ndjson"), replay: () => {}, snapshot: () => [] });
  const sync = await watchSync();
  await Promise.all(Array.from({ length: 300 }, () => journal.durable(journal.append("1"))));
  expect(sync).toHaveBeenCalledTimes(1);
  for (let round = 0; round < 5; round++) await journal.durable(journal.append("2"));
  expect(sync).toHaveBeenCalledTimes(6);
  await journal.close();
});

test("when the disk fails, no call succeeds and no event leaves", async () => {
  const hook = await receiveWebhooks();
  const { stripe, control } = await startForTest({ dataDir: await newFolder(), webhookUrl: hook.url });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const sync = await watchSync();
  sync.mockRejectedValue(new Error("no space left on device"));
  expect((await control(`sessions/${id}/pay`, {})).status).toBe(500);
  await expect(stripe.checkout.sessions.create(sessionParams())).rejects.toMatchObject({
    statusCode: 500,
    type: "StripeAPIError",
  });
  await expect(stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({ statusCode: 500 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(hook.deliveries).toEqual([]);
});
