/**
 * Twenty thousand people wait for a draw, among them a hundred programs that ask a hundred times each and a
 * tenth that comes late. Measures admission, the fairness of the order, and the accuracy of announced waits.
 * `npm run bench -- queue 20000`.
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type LiveQueue, ownTurn } from "#features/queue/rules/live-queue.ts";
import { positionOf } from "#features/queue/rules/order.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { mean, signTokens, spearman } from "./crowd.ts";
import { cpuMs, cpuWithChildrenMs, percentile } from "./processes.ts";
import { startBenchShop } from "./shop.ts";

const PEOPLE = Number(process.argv[2] ?? 20_000);
const LATE = Math.round(PEOPLE / 10);
const BOTS = Math.round(PEOPLE / 200);
const TIMES_A_BOT = 100;
/** Turns a minute, which two cores serve besides their clients. */
const PER_MINUTE = Number(process.argv[3] ?? 6000);
const AT_ONCE = 64;
/** The interval of polls, as a CDN would limit them. */
const LOOK_MS = 1000;

type Person = {
  readonly token: string;
  readonly isBot: boolean;
  number: number;
  position: number;
  told: number | undefined;
  wentInAt: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const shop = await startBenchShop();
try {
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  // The shop stops its database with itself.
  database.on("error", () => undefined);
  await database.connect();
  const { authSecret } = await loadSecrets(shop.dataDir, new Date());
  const tokens = await signTokens(database, PEOPLE + LATE, authSecret);
  const people = tokens.map((token, i): Person => ({
    token,
    isBot: i < PEOPLE && i % Math.round(PEOPLE / BOTS) === 0,
    number: 0,
    position: 0,
    told: undefined,
    wentInAt: 0,
  }));
  const [early, late] = [people.slice(0, PEOPLE), people.slice(PEOPLE)];
  const lotteryId = await openRoom(database);
  const path = `/lottery/${lotteryId}/queue.json`;

  console.log(`${PEOPLE} people before the opening, of whom ${BOTS} ask ${TIMES_A_BOT} times each; ${LATE} after it`);
  const before = cpu();
  const begun = performance.now();
  const times: number[] = [];
  const asks = early.flatMap((person) => Array.from({ length: person.isBot ? TIMES_A_BOT : 1 }, () => person));
  await inTurn(asks, async (person) => {
    const asked = performance.now();
    const { number } = await ask<{ number: number }>("POST", path, person.token);
    times.push(performance.now() - asked);
    if (person.number !== 0 && person.number !== number) throw new Error("somebody has two places");
    person.number = number;
  });
  const seconds = (performance.now() - begun) / 1000;
  const used = cpu();
  const each = (ms: number) => (ms / asks.length).toFixed(2);
  console.log(
    `${asks.length} requests in ${seconds.toFixed(0)} s, ${(asks.length / seconds).toFixed(0)} a second; half within ${percentile(times, 0.5).toFixed(0)} ms, 99% within ${percentile(times, 0.99).toFixed(0)} ms; CPU for each: shop ${each(used.shop - before.shop)} ms, database ${each(used.database - before.database)} ms`,
  );

  await database.query("UPDATE waiting_rooms SET opens_at = now() WHERE lottery_id = $1", [lotteryId]);
  await sleep(1100);
  const opened = await ask<LiveQueue>("GET", path);
  await inTurn(late, async (person) => {
    person.number = (await ask<{ number: number }>("POST", path, person.token)).number;
  });
  const { drawn = 0, seed = "" } = opened;
  for (const person of people) person.position = positionOf(person.number, { drawn, seed });
  reportOrder(early, late, drawn);
  await letIn(people, path, opened);
  await database.end();
} finally {
  agent.destroy();
  await shop.stop();
}

function cpu() {
  return { shop: cpuMs(shop.pid), database: cpuWithChildrenMs(shop.postgresPid) };
}

async function openRoom(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM lotteries WHERE status = 'active' AND sales_state = 'open' AND opens_at <= now() AND closes_at > now() + interval '1 day' ORDER BY tickets_sold LIMIT 1",
  );
  const id = rows[0]?.id ?? "";
  await database.query(
    `INSERT INTO waiting_rooms (lottery_id, is_on, seed, opens_at, gather_minutes, per_minute, most_inside)
     VALUES ($1, true, sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour', 120, $2, 100000)`,
    [id, PER_MINUTE],
  );
  return id;
}

function reportOrder(early: readonly Person[], late: readonly Person[], drawn: number): void {
  const rank = (people: readonly Person[]) =>
    spearman(
      people.map((p) => p.number),
      people.map((p) => p.position),
    );
  const [bots, humans] = [early.filter((p) => p.isBot), early.filter((p) => !p.isBot)];
  const average = (people: readonly Person[]) => mean(people.map((p) => p.position)).toFixed(0);
  console.log(
    `${drawn} drawn; order of coming against order of turns: ${rank(early).toFixed(3)} before the opening (by luck within ±${(2 / Math.sqrt(early.length)).toFixed(3)}), ${rank(late).toFixed(3)} after it`,
  );
  console.log(`average position: ${average(bots)} of those who asked ${TIMES_A_BOT} times, ${average(humans)} of the others`);
}

/** People enter when the page says so, and have seen an estimate before. */
async function letIn(people: readonly Person[], path: string, opened: LiveQueue): Promise<void> {
  const waiting = people.toSorted((a, b) => a.position - b.position);
  const begun = performance.now();
  const before = cpu();
  const pending: Promise<void>[] = [];
  let next = 0;
  for (const person of waiting) person.told = ownTurn({ ...opened, pace: PER_MINUTE }, person.number)?.minutes;
  while (next < waiting.length) {
    const live = await ask<LiveQueue>("GET", path);
    const up: Person[] = [];
    for (; (waiting[next]?.position ?? Number.POSITIVE_INFINITY) <= live.admitted; next += 1) up.push(waiting[next] as Person);
    pending.push(
      inTurn(up, async (person) => {
        const { isIn } = await ask<{ isIn: boolean }>("POST", path, person.token);
        if (!isIn) throw new Error("a turn was not one");
        person.wentInAt = performance.now() - begun;
      }),
    );
    await sleep(LOOK_MS);
  }
  await Promise.all(pending);
  const used = cpu();
  const minutes = (performance.now() - begun) / 60_000;
  const windows = Array.from(
    { length: Math.floor(minutes * 6) },
    (_, i) => people.filter((p) => Math.floor(p.wentInAt / 10_000) === i).length * 6,
  );
  console.log(
    `${people.length} went in within ${minutes.toFixed(1)} minutes: ${(people.length / minutes).toFixed(0)} a minute of ${PER_MINUTE}, in ten seconds ${Math.min(...windows)} to ${Math.max(...windows)}; CPU of a core: shop ${((used.shop - before.shop) / minutes / 600).toFixed(0)}%, database ${((used.database - before.database) / minutes / 600).toFixed(0)}%`,
  );
  const errors = people.map((p) => Math.abs((p.told ?? 0) - p.wentInAt / 60_000));
  console.log(
    `told at the opening and met: half within ${(percentile(errors, 0.5) * 60).toFixed(0)} s, 99% within ${(percentile(errors, 0.99) * 60).toFixed(0)} s`,
  );
  const order = spearman(
    people.map((p) => p.position),
    people.map((p) => p.wentInAt),
  );
  console.log(`order of turns against order of going in: ${order.toFixed(4)}`);
}

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let at = 0;
  const run = async () => {
    for (let item = items[at++]; item !== undefined; item = items[at++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, run));
}

function ask<T>(method: "GET" | "POST", path: string, token?: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const sent = request(`${shop.url}${path}`, { agent, method, headers }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      reply.on("end", () =>
        reply.statusCode === 200 ? resolve(JSON.parse(text) as T) : reject(new Error(`${reply.statusCode}: ${text}`)),
      );
    });
    sent.on("error", reject).end();
  });
}
