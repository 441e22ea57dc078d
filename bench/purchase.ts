/**
 * Purchases over HTTP in one hot draw, against the same rows written by pgbench. `npm run bench -- purchase
 * checkout 5` uses the second provider and five tickets each instead of 25; with `BENCH_PRICE_PENCE=2999` 25
 * tickets cost more than £250, which are authorised first.
 */
import pg from "pg";
import { PAYMENT_PROVIDERS } from "#shared/states.ts";
import { type Buyer, purchase, registerBuyer } from "./buyers.ts";
import { prepareFloor, runFloor } from "./floor.ts";
import { holdMails, mailsToSend, releaseMails, untilMailed } from "./held-mails.ts";
import { makeHotDraw } from "./hot-draw.ts";
import { cpuMs, cpuWithChildrenMs, median, memoryMb, percentile } from "./processes.ts";
import { type BenchShop, startBenchShop } from "./shop.ts";

const BUYERS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 12);
const ROUNDS = 3;
const provider = PAYMENT_PROVIDERS.find((name) => name === process.argv[2]) ?? "stripe";
const EACH = Number(process.argv[3] ?? 25);

/** Purchases a second of both floors, and of the shop: without mail, with mail, and for one buyer. */
type Round = {
  readonly seven: number;
  readonly one: number;
  readonly bare: Bought;
  readonly ours: Bought;
  readonly alone: Bought;
};
type Bought = Awaited<ReturnType<typeof buy>>;

const shop = await startBenchShop({}, provider);
try {
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  await prepareFloor(database);
  const lotteryId = await makeHotDraw(database);
  console.log(`shop ready after ${(shop.startedInMs / 1000).toFixed(1)} s, ${memoryMb(shop.pid)} MB`);
  const buyers: Buyer[] = [];
  // One at a time: password hashes are limited.
  while (buyers.length < BUYERS) buyers.push(await registerBuyer(shop, buyers.length));
  // Warms up the JIT.
  await buy(shop, database, lotteryId, buyers, SECONDS);
  // Unverified newcomers would not get all of the last tickets.
  await database.query("UPDATE users SET email_verified = true");

  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const floor = (file: string) => runFloor(database, shop.databaseUrl, { file, clients: BUYERS, seconds: SECONDS });
    const seven = await floor("floor.sql");
    const one = await floor("floor-one-statement.sql");
    await holdMails(database);
    const bare = await buy(shop, database, lotteryId, buyers, SECONDS);
    await releaseMails(database);
    await untilMailed(database);
    const ours = await buy(shop, database, lotteryId, buyers, SECONDS);
    const alone = await buy(shop, database, lotteryId, buyers.slice(0, 1), SECONDS);
    rounds.push({ seven, one, bare, ours, alone });
    console.log(
      `round ${round + 1}: ${bare.rate.toFixed(0)}/s without mail, ${ours.rate.toFixed(0)}/s with it, ${alone.rate.toFixed(0)}/s for one buyer, floor ${seven.toFixed(0)}/s in seven statements, ${one.toFixed(0)}/s in one; ${ours.waiting} of ${ours.waits.length} confirmations were still to be sent, the last left ${ours.mailSeconds.toFixed(1)} s later`,
    );
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const against = (kind: "bare" | "ours") =>
    `${middle((round) => round[kind].rate / round.seven).toFixed(3)} of the floor in seven statements, ${middle((round) => round[kind].rate / round.one).toFixed(3)} of the floor in one`;
  console.log(
    `purchases of ${EACH} by ${provider}, ${BUYERS} buyers: ${against("bare")}; while confirmations are sent ${against("ours")}`,
  );
  console.log(
    `CPU per order: ${middle(({ bare }) => bare.cpuMs).toFixed(1)} ms without mail, of it the shop ${middle(({ bare }) => bare.shopCpuMs).toFixed(1)} ms; ${middle(({ ours }) => ours.cpuWithMailMs).toFixed(1)} ms until its confirmation has left`,
  );
  console.log(
    `the last confirmation left ${middle(({ ours }) => ours.mailSeconds).toFixed(1)} s after the last purchase (wanted: 5 s)`,
  );
  const waits = rounds.flatMap(({ ours }) => ours.waits);
  const waitsAlone = rounds.flatMap(({ alone }) => alone.waits);
  console.log(
    `a checkout takes ${tell(waits)} with ${BUYERS} buyers, ${tell(waitsAlone)} with one; ${BUYERS} buyers against 1: ${middle(({ ours, alone }) => ours.rate / alone.rate).toFixed(2)} of its rate`,
  );
  for (const stock of [20, 5, 1])
    console.log(`last ${stock} tickets, ${BUYERS} buyers: ${await sellLast(shop, database, buyers, stock)} sold`);
  console.log(`shop's memory: ${memoryMb(shop.pid)} MB`);
  await database.end();
} finally {
  await shop.stop();
}

function tell(waits: readonly number[]): string {
  return `${percentile(waits, 0.5).toFixed(0)} ms (99th percentile ${percentile(waits, 0.99).toFixed(0)} ms)`;
}

/**
 * Each buyer buys repeatedly; the time runs until the last paid order has its tickets. Confirmations are sent
 * meanwhile unless held; their cost is complete once the last has left.
 */
async function buy(shop: BenchShop, database: pg.Client, lotteryId: string, buyers: readonly Buyer[], seconds: number) {
  const [shopBefore, databaseBefore, soldBefore] = [
    cpuMs(shop.pid),
    cpuWithChildrenMs(shop.postgresPid),
    await soldOf(database, lotteryId),
  ];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const waits: number[] = [];
  let paid = 0;
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < end) {
        const { status, ms } = await purchase(shop, buyer, lotteryId, EACH);
        waits.push(ms);
        if (status !== 200) throw new Error(`a purchase was answered ${status}`);
        paid++;
      }
    }),
  );
  while ((await soldOf(database, lotteryId)) - soldBefore < paid * EACH) await new Promise((resolve) => setTimeout(resolve, 20));
  const elapsed = (performance.now() - begin) / 1000;
  const cpuSoFar = () => {
    const shopCpuMs = (cpuMs(shop.pid) - shopBefore) / paid;
    return { shopCpuMs, cpuMs: shopCpuMs + (cpuWithChildrenMs(shop.postgresPid) - databaseBefore) / paid };
  };
  const withoutMail = cpuSoFar();
  const waiting = await mailsToSend(database);
  const sold = performance.now();
  await untilMailed(database);
  const mailSeconds = (performance.now() - sold) / 1000;
  return { rate: paid / elapsed, ...withoutMail, cpuWithMailMs: cpuSoFar().cpuMs, waiting, mailSeconds, waits };
}

async function sellLast(shop: BenchShop, database: pg.Client, buyers: readonly Buyer[], stock: number): Promise<number> {
  const lotteryId = await makeHotDraw(database, stock);
  const replies = await Promise.all(buyers.map((buyer) => purchase(shop, buyer, lotteryId, 1)));
  if (replies.some(({ status }) => status >= 500)) throw new Error("a purchase was answered with a server error");
  while ((await soldOf(database, lotteryId)) < replies.filter(({ status }) => status === 200).length)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return soldOf(database, lotteryId);
}

async function soldOf(database: pg.Client, lotteryId: string): Promise<number> {
  const { rows } = await database.query<{ tickets_sold: number }>("SELECT tickets_sold FROM lotteries WHERE id = $1", [
    lotteryId,
  ]);
  return rows[0]?.tickets_sold ?? 0;
}
