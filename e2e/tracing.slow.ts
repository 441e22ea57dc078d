/** Traces: a purchase appears in a collector without personal data; without a collector no SDK is loaded. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newApiClient, PASSWORD, RIGHT_ANSWER } from "./api-client.fixture.ts";
import { makeDraw, payAtProvider, sessionIdOf, withDatabase } from "./books.fixture.ts";
import { type CollectedSpan, startCollector } from "./collector.fixture.ts";
import { startShop } from "./shop.fixture.ts";

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
/** Modules of the SDK and its exporter. */
const SDK = /@opentelemetry\/(?:sdk-trace|exporter-trace-otlp-proto|otlp-exporter-base|resources|core)\/|\/otlp\.server\.ts/;
const PRELOAD = `--import=${pathToFileURL(join(import.meta.dirname, "loaded-modules.fixture.ts")).href}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-loaded-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function loadedBy(file: string): Promise<string[]> {
  return (await readFile(file, "utf8")).split("\n").filter((url) => SDK.test(url));
}

it(
  "a purchase is traced from the request to its mail, over two processes, without personal data",
  {
    timeout: 180_000,
  },
  async () => {
    await using undo = new AsyncDisposableStack();
    const collector = await startCollector();
    undo.defer(() => collector.stop());
    const loaded = join(folder, "with");
    const shop = await startShop({
      env: {
        CONCOURS_DEMO: "0",
        WORKERS: "2",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: "shop-of-the-test",
        NODE_OPTIONS: PRELOAD,
        CONCOURS_TEST_LOADED: loaded,
      },
    });
    let isStopped = false;
    const stop = async () => {
      if (!isStopped) await shop.stop();
      isStopped = true;
    };
    undo.defer(stop);
    const draw = await makeDraw(shop, { title: "A traced car" });
    const buyer = await newApiClient(shop);
    const reply = await fetch(`${shop.url}/functions/create-checkout-session-lottery?why=nobodys-business`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${buyer.token}`,
        traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`,
      },
      body: JSON.stringify({
        lotteryId: draw.id,
        userId: buyer.userId,
        lottoName: "any",
        tickets: { quantity: 2, unitPrice: 29.99 },
        answer: RIGHT_ANSWER,
      }),
    });
    expect(reply.status).toBe(200);
    const { orderId, url } = (await reply.json()) as { orderId: string; url: string };
    const sessionId = sessionIdOf(url);
    await payAtProvider(shop, sessionId);
    const isDone = () =>
      withDatabase(shop, async (db) => {
        const job = sql`SELECT FROM pgboss.job WHERE name = 'mail' AND state = 'completed' AND data->>'orderId' = ${orderId}`;
        return (await job.execute(db)).rows.length;
      });
    await expect.poll(isDone, { timeout: 60_000 }).toBe(1);
    // Stopping flushes pending spans.
    await stop();

    const named = (spans: readonly CollectedSpan[], name: RegExp) => spans.filter((span) => name.test(span.name));
    const traceOf = (id: string | undefined) => collector.spans.filter(({ traceId }) => traceId === id);

    const checkout = traceOf(CALLER.traceId);
    const [request] = named(checkout, /^POST /);
    expect(request).toMatchObject({
      service: "shop-of-the-test",
      parentId: CALLER.spanId,
      name: "POST /functions/create-checkout-session-lottery",
      facts: { "http.response.status_code": "200" },
    });
    expect(named(checkout, /^stripe openPage$/)).toMatchObject([
      { parentId: request?.spanId, facts: { "concours.order": orderId } },
    ]);
    const statements = checkout.filter(({ facts }) => facts["db.system.name"] === "postgresql");
    expect(statements.length).toBeGreaterThan(2);
    for (const { parentId } of statements) expect(parentId).toBe(request?.spanId);
    expect(statements.some(({ facts }) => facts["db.query.text"]?.includes("$1"))).toBe(true);

    const hooks = named(collector.spans, /^POST \/api\/payments\/webhook\/:provider\?$/);
    const settling = hooks.map(({ traceId }) => traceOf(traceId)).find((trace) => named(trace, /^smtp send$/).length > 0) ?? [];
    expect(named(settling, /^stripe getPage$/)).toMatchObject([{ facts: { "concours.order": orderId } }]);
    const [job] = named(settling, /^mail process$/);
    expect(job).toMatchObject({ facts: { "concours.order": orderId, "messaging.destination.name": "mail" } });
    expect(named(settling, /^smtp send$/)).toMatchObject([{ parentId: job?.spanId, facts: { "concours.mail": "taken" } }]);
    expect(collector.spans.filter(({ status }) => status === 2)).toEqual([]);

    const secrets = [
      buyer.email,
      buyer.token,
      buyer.userId,
      PASSWORD,
      sessionId,
      "Byron",
      "07700",
      "1985-12-10",
      "nobodys-business",
    ];
    for (const secret of secrets) expect(collector.everything.includes(secret), secret).toBe(false);
    expect(await loadedBy(loaded)).not.toEqual([]);
  },
);

it("without a collector no tracing module is loaded", { timeout: 120_000 }, async () => {
  const loaded = join(folder, "without");
  const shop = await startShop({ env: { CONCOURS_DEMO: "0", NODE_OPTIONS: PRELOAD, CONCOURS_TEST_LOADED: loaded } });
  try {
    await newApiClient(shop);
    expect((await fetch(`${shop.url}/`)).status).toBe(200);
  } finally {
    await shop.stop();
  }
  expect(await readFile(loaded, "utf8")).toContain("/src/platform/tracing/open-tracing.server.ts");
  expect(await loadedBy(loaded)).toEqual([]);
});
