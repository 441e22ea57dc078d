/** Whole purchases over HTTP in one hot draw, against the same rows written by pgbench on the same database in the same run. */
import pg from "pg";
import { dayFrom } from "#demo/makers.ts";
import { prepareFloor, runFloor } from "./floor.ts";
import { cpuMs, cpuWithChildrenMs, median, memoryMb } from "./processes.ts";
import { type BenchShop, startBenchShop } from "./shop.ts";

const BUYERS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const ROUNDS = 3;

/** Nobody buys again before the last tickets are dealt, so that each purchase is one of its own: a few accounts take turns. */
const ACCOUNTS = 4;
type Buyer = { readonly tokens: readonly string[]; turn: number };

const shop = await startBenchShop();
try {
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  await prepareFloor(shop.databaseUrl);
  const lotteryId = await makeHotDraw(database);
  console.log(`shop ready after ${(shop.startedInMs / 1000).toFixed(1)} s, ${memoryMb(shop.pid)} MB`);
  const buyers: Buyer[] = [];
  // One after the other: passwords are hashed a few at a time.
  while (buyers.length < BUYERS) buyers.push(await register(shop, buyers.length));
  await buy(shop, database, lotteryId, buyers, 2);
  // From here on they are no newcomers, who would not get all of the last tickets.
  await database.query("UPDATE users SET email_verified = true");

  const ratios = {
    seven: [] as number[],
    one: [] as number[],
    cpu: [] as number[],
    cpuWithMail: [] as number[],
    shopCpu: [] as number[],
    rate: [] as number[],
    mailSeconds: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const seven = runFloor(shop.databaseUrl, "floor.sql", BUYERS, SECONDS);
    const one = runFloor(shop.databaseUrl, "floor-one-statement.sql", BUYERS, SECONDS);
    const ours = await buy(shop, database, lotteryId, buyers, SECONDS);
    ratios.seven.push(ours.rate / seven);
    ratios.one.push(ours.rate / one);
    ratios.cpu.push(ours.cpuMs);
    ratios.cpuWithMail.push(ours.cpuWithMailMs);
    ratios.shopCpu.push(ours.shopCpuMs);
    ratios.mailSeconds.push(ours.mailSeconds);
    ratios.rate.push(ours.rate);
    console.log(
      `round ${round + 1}: ${ours.rate.toFixed(0)}/s, floor ${seven.toFixed(0)}/s in seven statements, ${one.toFixed(0)}/s in one; ${ours.waiting} confirmations were still to be sent, the last left ${ours.mailSeconds.toFixed(1)} s later`,
    );
  }
  const alone = await buy(shop, database, lotteryId, buyers.slice(0, 1), SECONDS);
  console.log(
    `purchases, ${BUYERS} buyers: ${median(ratios.seven).toFixed(3)} of the floor in seven statements, ${median(ratios.one).toFixed(3)} of the floor in one`,
  );
  console.log(
    `CPU per order: ${median(ratios.cpu).toFixed(1)} ms until the last is sold, of it the shop ${median(ratios.shopCpu).toFixed(1)} ms; ${median(ratios.cpuWithMail).toFixed(1)} ms until the last confirmation has left, ${median(ratios.mailSeconds).toFixed(1)} s after the last purchase`,
  );
  console.log(
    `${BUYERS} buyers against 1: ${(median(ratios.rate) / alone.rate).toFixed(2)} of its rate (${alone.rate.toFixed(0)}/s)`,
  );
  for (const stock of [20, 5, 1])
    console.log(`last ${stock} tickets, ${BUYERS} buyers: ${await sellLast(shop, database, buyers, stock)} sold`);
  console.log(`shop's memory: ${memoryMb(shop.pid)} MB`);
  await database.end();
} finally {
  await shop.stop();
}

async function makeHotDraw(database: pg.Client, stock = 100_000_000): Promise<string> {
  const quiz = { question: { en: "?", fr: "?" }, options: ["a", "b", "c", "d"].map((id) => ({ id, en: id, fr: id })) };
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO lotteries (title, description, price_per_ticket_pence, price_value_pence, tickets_available, start_date, end_date, status, quiz)
     VALUES ('Bench', 'Bench', 2999, 100, $1, $2, $3, 'active', $4) RETURNING id`,
    [stock, dayFrom(new Date(), -1), dayFrom(new Date(), 9), JSON.stringify(quiz)],
  );
  return rows[0]?.id ?? "";
}

async function register(shop: BenchShop, i: number): Promise<Buyer> {
  const tokens = await Promise.all(Array.from({ length: ACCOUNTS }, (_, account) => signUp(shop, `${i}-${account}`)));
  return { tokens, turn: 0 };
}

async function signUp({ url }: BenchShop, i: string): Promise<string> {
  const account = { email: `buyer-${i}@concours.test`, password: "Bench-buyer-1" };
  const person = { first_name: "Bench", last_name: "Buyer", phone: "07700900000", birth_date: "1990-01-01" };
  const session = await post(`${url}/api/users`, { ...account, ...person });
  if (session.status !== 201) throw new Error(`registering was answered ${session.status}`);
  return String(session.body.access_token);
}

/**
 * Each buyer buys 25 tickets again and again; the time runs until the last paid order has its tickets. Confirmations go out meanwhile, as in a
 * shop; what they cost in all is known when the last of them has left.
 */
async function buy(shop: BenchShop, database: pg.Client, lotteryId: string, buyers: readonly Buyer[], seconds: number) {
  const [shopBefore, databaseBefore, soldBefore] = [
    cpuMs(shop.pid),
    cpuWithChildrenMs(shop.postgresPid),
    await soldOf(database, lotteryId),
  ];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let paid = 0;
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < end) {
        const status = await purchase(shop, buyer, lotteryId, 25);
        if (status !== 200) throw new Error(`a purchase was answered ${status}`);
        paid++;
      }
    }),
  );
  while ((await soldOf(database, lotteryId)) - soldBefore < paid * 25) await new Promise((resolve) => setTimeout(resolve, 5));
  const elapsed = (performance.now() - begin) / 1000;
  const cpuSoFar = () => {
    const shopCpuMs = (cpuMs(shop.pid) - shopBefore) / paid;
    return { shopCpuMs, cpuMs: shopCpuMs + (cpuWithChildrenMs(shop.postgresPid) - databaseBefore) / paid };
  };
  const withoutMail = cpuSoFar();
  const waiting = await mailsToSend(database);
  const sold = performance.now();
  while ((await mailsToSend(database)) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const mailSeconds = (performance.now() - sold) / 1000;
  return { rate: paid / elapsed, ...withoutMail, cpuWithMailMs: cpuSoFar().cpuMs, waiting, mailSeconds };
}

async function mailsToSend(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    "SELECT count(*) FROM pgboss.job WHERE name = 'mail' AND state < 'completed'",
  );
  return Number(rows[0]?.count);
}

async function purchase({ url, simulatorUrl }: BenchShop, buyer: Buyer, lotteryId: string, quantity: number): Promise<number> {
  const body = { lotteryId, lottoName: "Bench", tickets: { quantity, unitPrice: 29.99 }, answer: "a" };
  const token = buyer.tokens[buyer.turn++ % ACCOUNTS];
  const opened = await post(`${url}/functions/create-checkout-session-lottery`, body, token);
  if (opened.status !== 200) return opened.status;
  const session = String(opened.body.url).match(/cs_[A-Za-z0-9_]+/)?.[0];
  return (await post(`${simulatorUrl}/_simulator/sessions/${session}/pay`, { card: "4000058260000005" })).status;
}

async function sellLast(shop: BenchShop, database: pg.Client, buyers: readonly Buyer[], stock: number): Promise<number> {
  const lotteryId = await makeHotDraw(database, stock);
  const replies = await Promise.all(buyers.map((buyer) => purchase(shop, buyer, lotteryId, 1)));
  if (replies.some((status) => status >= 500)) throw new Error("a purchase was answered with a server error");
  while ((await soldOf(database, lotteryId)) < replies.filter((status) => status === 200).length)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return soldOf(database, lotteryId);
}

async function soldOf(database: pg.Client, lotteryId: string): Promise<number> {
  const { rows } = await database.query<{ tickets_sold: number }>("SELECT tickets_sold FROM lotteries WHERE id = $1", [
    lotteryId,
  ]);
  return rows[0]?.tickets_sold ?? 0;
}

async function post(url: string, body: unknown, token?: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { "Content-Type": "application/json", ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}
