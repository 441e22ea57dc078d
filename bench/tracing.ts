/** The cost of traces: CPU of a shop that exports all, against one without, alternating in the same run. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { type Buyer, purchase, registerBuyer } from "./buyers.ts";
import { makeHotDraw } from "./hot-draw.ts";
import { cpuMs, median, memoryMb } from "./processes.ts";
import { type BenchShop, startBenchShop } from "./shop.ts";

const ROUNDS = 5;
const PAGES = Number(process.env.BENCH_REQUESTS ?? 400);
const PURCHASES = 100;
const AT_ONCE = 8;

const collector = createServer((incoming, outgoing) => incoming.resume().on("end", () => outgoing.writeHead(200).end())).listen(
  0,
  "127.0.0.1",
);
await once(collector, "listening");
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const without = await startBenchShop();
const traced = await startBenchShop({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
try {
  console.log(`memory once started: ${memoryMb(without.pid)} MB without, ${memoryMb(traced.pid)} MB with`);
  const shops = [await prepare(without), await prepare(traced)] as const;
  await compare("home, kept for a second", PAGES * 5, shops, ({ shop }) => get(`${shop.url}/`));
  await compare("a draw's page, rendered each time", PAGES, shops, ({ shop, lotteryId }) =>
    get(`${shop.url}/lottery/${lotteryId}?quantity=25`),
  );
  await compare("a purchase until it is settled", PURCHASES, shops, buy);
  console.log(`memory at the end: ${memoryMb(without.pid)} MB without, ${memoryMb(traced.pid)} MB with`);
} finally {
  await without.stop();
  await traced.stop();
  collector.closeAllConnections();
  collector.close();
}

type Prepared = { readonly shop: BenchShop; readonly lotteryId: string; readonly buyers: readonly Buyer[] };

async function prepare(shop: BenchShop): Promise<Prepared> {
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  const lotteryId = await makeHotDraw(database);
  const buyers: Buyer[] = [];
  while (buyers.length < AT_ONCE) buyers.push(await registerBuyer(shop, buyers.length));
  await database.end();
  return { shop, lotteryId, buyers };
}

async function get(url: string): Promise<void> {
  const reply = await fetch(url);
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`a page was answered ${reply.status}`);
}

async function buy({ shop, lotteryId, buyers }: Prepared, turn: number): Promise<void> {
  const buyer = buyers[turn % AT_ONCE];
  if (!buyer) throw new Error("There is no buyer");
  const { status } = await purchase(shop, buyer, lotteryId, 1);
  if (status !== 200) throw new Error(`a purchase was answered ${status}`);
}

/** The first round is a warm-up. */
async function compare(
  name: string,
  times: number,
  shops: readonly [Prepared, Prepared],
  once: (on: Prepared, turn: number) => Promise<void>,
): Promise<void> {
  const costs: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [off, on] = [await costOf(shops[0], times, once), await costOf(shops[1], times, once)];
    if (round > 0) costs.push([off, on]);
  }
  const ratio = median(costs.map(([off, on]) => on / off));
  const [off, on] = [median(costs.map(([each]) => each)), median(costs.map(([, each]) => each))];
  console.log(`${name}: ${ratio.toFixed(2)} × without traces (${off.toFixed(2)} ms CPU without, ${on.toFixed(2)} ms with)`);
}

async function costOf(on: Prepared, times: number, once: (on: Prepared, turn: number) => Promise<void>): Promise<number> {
  const before = cpuMs(on.shop.pid);
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, line) => {
      for (; next < times;) {
        next += 1;
        await once(on, line);
      }
    }),
  );
  return (cpuMs(on.shop.pid) - before) / times;
}
