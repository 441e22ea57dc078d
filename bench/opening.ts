/**
 * Two thousand signed-in people open a draw at its opening, and every tenth buys. Prints their waits with the
 * slowest 1 %. Requests are made on schedule, independent of pending replies. `npm run bench -- opening
 * 2000`.
 */
import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { dayFrom } from "#demo/makers.ts";
import { credentialsOf, signUp } from "./buyers.ts";
import { post } from "./post.ts";
import { cpuMs, cpuWithChildrenMs } from "./processes.ts";
import { startBenchShop } from "./shop.ts";

const PEOPLE = Number(process.argv[2] ?? 2000);
/** Buyers have their own accounts. Others share some, since each account costs a password hash. */
const ONE_BUYS_OF = 10;
const LOOKERS_AN_ACCOUNT = 30;
const BEFORE_MS = 10_000;
const AFTER_MS = 20_000;
/** The average time between one person's page views. */
const LOOKS_EVERY_MS = 5_000;
/** Everyone opens the draw within this time. */
const RUSH_MS = 2_000;

type Account = { readonly token: string; readonly cookie: string };
/** `home` and `draw` end with the reply of `/api/me`; `home page` and `draw page` with the page itself. */
const KINDS = ["home page", "home", "draw page", "draw", "checkout", "pay"] as const;
type Look = { readonly ms: number; readonly status: number; readonly what: (typeof KINDS)[number] };

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
const shop = await startBenchShop();
try {
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  const buyers: Account[] = [];
  while (buyers.length < PEOPLE / ONE_BUYS_OF) buyers.push(await openAccount(`buyer-${buyers.length}`));
  const lookers: Account[] = [];
  while (lookers.length < (PEOPLE - buyers.length) / LOOKERS_AN_ACCOUNT)
    lookers.push(await openAccount(`looker-${lookers.length}`));
  const people = [
    ...buyers.map(({ cookie, token }) => ({ cookie, token })),
    ...Array.from({ length: PEOPLE - buyers.length }, (_, i) => ({
      cookie: lookers[i % lookers.length]?.cookie ?? "",
      token: undefined,
    })),
  ];
  await database.query("UPDATE users SET email_verified = true");
  const lotteryId = randomUUID();
  console.log(`${people.length} people who are signed in, of whom ${buyers.length} buy`);

  const looks: Look[] = [];
  const before = { shop: cpuMs(shop.pid), database: cpuWithChildrenMs(shop.postgresPid) };
  const begin = performance.now();
  const opens = begin + BEFORE_MS;
  const ends = opens + AFTER_MS;
  const opening = sleep(BEFORE_MS).then(() => openDraw(database, lotteryId));
  await Promise.all([opening, ...people.map((person) => live({ ...person, lotteryId, begin, opens, ends, looks }))]);
  const seconds = (performance.now() - begin) / 1000;
  const cpu = cpuMs(shop.pid) - before.shop;
  const databaseCpu = cpuWithChildrenMs(shop.postgresPid) - before.database;
  for (const what of KINDS) console.log(describe(what, looks));
  const failed = looks.filter(({ status }) => status >= 500 || status === 0).length;
  console.log(
    `${looks.length} requests in ${seconds.toFixed(0)} s, ${failed} failed; CPU: shop ${(cpu / seconds / 10).toFixed(0)}% and database ${(databaseCpu / seconds / 10).toFixed(0)}% of a core`,
  );
  await database.end();
} finally {
  agent.destroy();
  await shop.stop();
}

type Life = {
  readonly cookie: string;
  /** For buyers only. */
  readonly token: string | undefined;
  readonly lotteryId: string;
  readonly begin: number;
  readonly opens: number;
  readonly ends: number;
  readonly looks: Look[];
};

/** Home until the opening, then the draw, and a ticket for some. */
async function live({ cookie, token, lotteryId, begin, opens, ends, looks }: Life): Promise<void> {
  const underWay: Promise<void>[] = [];
  // A page, and the `/api/me` that its script requests at once.
  const look = (what: "home" | "draw", at: number) => {
    const [page, draw] = what === "home" ? ["/", ""] : [`/lottery/${lotteryId}`, lotteryId];
    const whole = get(page, cookie).then(async (status) => {
      looks.push({ what: `${what} page`, status, ms: performance.now() - at });
      const mine = await get(`/api/me?lng=en&draw=${draw}`, cookie);
      looks.push({ what, status: status === 200 ? mine : status, ms: performance.now() - at });
    });
    underWay.push(whole);
  };
  const until = (at: number) => sleep(Math.max(0, at - performance.now()));
  for (let at = begin + Math.random() * LOOKS_EVERY_MS; at < opens; at += LOOKS_EVERY_MS * (0.5 + Math.random())) {
    await until(at);
    look("home", at);
  }
  const learns = opens + Math.random() * RUSH_MS;
  await until(learns);
  look("draw", learns);
  if (token !== undefined) underWay.push(buy(token, lotteryId, looks));
  for (let at = learns + Math.random() * LOOKS_EVERY_MS; at < ends; at += LOOKS_EVERY_MS * (0.5 + Math.random())) {
    await until(at);
    look("draw", at);
  }
  await Promise.all(underWay);
}

async function buy(token: string, lotteryId: string, looks: Look[]): Promise<void> {
  const note = (what: "checkout" | "pay", at: number, status: number) =>
    void looks.push({ what, status, ms: performance.now() - at });
  const asked = performance.now();
  const body = { lotteryId, lottoName: "Bench", tickets: { quantity: 2, unitPrice: 29.99 }, answer: "a" };
  const opened = await post(`${shop.url}/functions/create-checkout-session-lottery`, body, token);
  note("checkout", asked, opened.status);
  const session = String(opened.body.url).match(/cs_[A-Za-z0-9_]+/)?.[0];
  if (opened.status !== 200 || session === undefined) return;
  const paid = performance.now();
  const { status } = await post(`${shop.simulatorUrl}/_simulator/sessions/${session}/pay`, { card: "4000058260000005" });
  note("pay", paid, status);
}

function describe(what: Look["what"], looks: readonly Look[]): string {
  const times = looks
    .filter((look) => look.what === what)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  if (times.length === 0) return `${what}: none`;
  const at = (share: number) => `${(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0)} ms`;
  const slowest = times.slice(Math.floor(times.length * 0.99));
  const mean = slowest.reduce((sum, ms) => sum + ms, 0) / slowest.length;
  return `${what}: ${times.length}, half within ${at(0.5)}, 95 % within ${at(0.95)}, 99 % within ${at(0.99)}; the slowest 1 % ${mean.toFixed(0)} ms on average, ${at(1)} at most`;
}

async function openDraw(database: pg.Client, id: string): Promise<void> {
  const quiz = { question: { en: "?", fr: "?" }, options: ["a", "b", "c", "d"].map((id) => ({ id, en: id, fr: id })) };
  await database.query(
    `INSERT INTO lotteries (id, title, description, price_per_ticket_pence, price_value_pence, tickets_available, start_date, end_date, status, quiz)
     VALUES ($1, 'Opening', 'Opening', 2999, 100, 100000, $2, $3, 'active', $4)`,
    [id, dayFrom(new Date(), -1), dayFrom(new Date(), 9), JSON.stringify(quiz)],
  );
}

async function openAccount(i: string): Promise<Account> {
  const token = await signUp(shop, i);
  const body = new URLSearchParams(credentialsOf(i));
  const signedIn = await fetch(`${shop.url}/login`, { method: "POST", redirect: "manual", body });
  const cookies = signedIn.headers.getSetCookie().filter((each) => /^(?:(?:__Host-)?session|signed-in)=/.test(each));
  const value = cookies.map((each) => each.split(";")[0]).join("; ");
  if (cookies.length === 0) throw new Error(`signing in was answered ${signedIn.status}`);
  return { token, cookie: value };
}

/** @returns the status, or 0 without a complete reply */
function get(path: string, cookie: string): Promise<number> {
  const headers = {
    Accept: "text/html",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "User-Agent": "Mozilla/5.0 bench",
    Cookie: cookie,
  };
  return new Promise((resolve) => {
    request(new URL(path, shop.url), { agent, headers }, (reply: IncomingMessage) => {
      reply.resume();
      reply.on("end", () => resolve(reply.statusCode ?? 0));
      reply.on("error", () => resolve(0));
    })
      .on("error", () => resolve(0))
      .end();
  });
}
