/** A silent collector does not hold up the shop. e2e/tracing tests the spans of a purchase. */
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { startCollector } from "../../../e2e/collector.fixture.ts";
import type { Logger } from "../log.server.ts";
import { openTracing } from "./open-tracing.server.ts";
import { openOtlp } from "./otlp.server.ts";
import { type Tracing, within } from "./tracing.server.ts";

const WORK = { name: "work", kind: "internal" } as const;
const SETTINGS = { sampler: "parentbased_always_on", ratio: 1 } as const;
let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** Accepts connections and data, and never replies. */
async function silentCollector(): Promise<{ endpoint: string; connected: Promise<unknown> }> {
  server = createServer((socket) => {
    socket.on("error", () => undefined).resume();
    onTestFinished(() => void socket.destroy());
  }).listen(0, "127.0.0.1");
  const connected = once(server, "connection");
  await once(server, "listening");
  return { endpoint: addressOf(server), connected };
}

async function absentCollector(): Promise<string> {
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const endpoint = addressOf(gone);
  gone.close();
  await once(gone, "close");
  return endpoint;
}

function addressOf(listening: Server): string {
  const address = listening.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** More than a full queue of them. */
async function workALot(tracing: Tracing): Promise<number> {
  let sum = 0;
  for (let time = 0; time < 3_000; time++) sum += await within(tracing, WORK, async () => 1);
  return sum;
}

it("a collector that never answers holds up neither the work nor the stop", async () => {
  const { endpoint, connected } = await silentCollector();
  const tracing = openOtlp({ ...SETTINGS, endpoint });
  expect(await workALot(tracing)).toBe(3_000);
  await connected;
  await tracing.stop();
});

it("an unreachable collector is logged once, without the spans' contents", async () => {
  const tracing = openOtlp({ ...SETTINGS, endpoint: await absentCollector() });
  const warn = vi.fn();
  tracing.logFailures({ warn, debug: () => undefined } as unknown as Logger);
  expect(await workALot(tracing)).toBe(3_000);
  await tracing.stop();
  expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
});

it("spans have the current parent, another process's, or none", async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.stop());
  const tracing = openOtlp({ ...SETTINGS, endpoint: collector.url });
  expect([tracing.carried, tracing.traceId]).toEqual([undefined, undefined]);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await within(
    tracing,
    WORK,
    async () => {
      expect(tracing.traceId).toBe(traceId);
      expect(tracing.carried).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
      await within(tracing, WORK, async () => expect(tracing.traceId).toBe(traceId));
      await within(tracing, WORK, async () => expect(tracing.traceId).not.toBe(traceId), { parent: "none" });
    },
    { parent: { carried: `00-${traceId}-b7ad6b7169203331-01` } },
  );
  for (const carried of [undefined, "", "rubbish", `00-${"0".repeat(32)}-b7ad6b7169203331-01`])
    await within(tracing, WORK, async () => expect(tracing.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/), { parent: { carried } });
  await tracing.stop();
});

it.each([
  ["always_off", 1, "00"],
  ["traceidratio", 0, "00"],
  ["parentbased_traceidratio", 1, "01"],
] as const)("%s of %d decides what is sent", async (sampler, ratio, flags) => {
  const collector = await startCollector();
  onTestFinished(() => collector.stop());
  const tracing = openOtlp({ sampler, ratio, endpoint: collector.url });
  await within(tracing, WORK, async () => expect(tracing.carried).toMatch(new RegExp(`-${flags}$`)), { parent: "none" });
  await tracing.stop();
  expect(collector.spans.length).toBe(flags === "01" ? 1 : 0);
});

it("without a collector there are no spans", async () => expect(await openTracing({ tracing: undefined })).toBeUndefined());
