/** A shop with several processes: replacement after a kill, renewal without lost requests, total figures. */
import { execFile } from "node:child_process";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Shop, startShop } from "./shop.fixture.ts";

const COUNT = 2;
const PAUSE_MS = 25;
/** A process needs 3 s of CPU time to start, and other suites need the cores as well. */
const TIMEOUT_MS = 280_000;
const TIMEOUTS = { timeout: TIMEOUT_MS, interval: 100 };
let shop: Shop;
const env = { WORKERS: String(COUNT), CONCOURS_DEMO: "0" };
beforeAll(async () => {
  shop = await startShop({ env });
}, 120_000);
afterAll(() => shop.stop());

const run = promisify(execFile);

const workers = () => childrenOf(shop.pid);

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const found = stdout.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s.*main\.ts/.exec(line));
  return found.filter((match) => Number(match?.[2]) === pid).map((match) => Number(match?.[1]));
}

function ask(path: string, agent?: Agent): Promise<{ status: number | string; body: string }> {
  return new Promise((resolve) => {
    const failed = ({ message }: Error) => resolve({ status: message, body: "" });
    get(`${shop.url}${path}`, { agent: agent ?? false }, (reply) => {
      let body = "";
      reply.setEncoding("utf8").on("data", (text) => (body += text));
      reply.on("error", failed).on("end", () => resolve({ status: reply.statusCode ?? 0, body }));
    }).on("error", failed);
  });
}
const health = async () => (await ask("/healthz")).body;
const ALL_WELL = `ok, ${COUNT} of ${COUNT} workers`;

/** Requests of API clients; no other test sends any. */
async function counted(): Promise<number> {
  const { body } = await ask("/metrics");
  return [...body.matchAll(/^concours_http_request_seconds_count\{.*kind="api".*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

it("any of them answers for all, those that have ended included", { timeout: TIMEOUT_MS }, async () => {
  expect(await health()).toBe(ALL_WELL);
  const before = await counted();
  for (let call = 0; call < 20; call++) expect(await ask("/api/lotteries")).toMatchObject({ status: 200 });
  for (let reader = 0; reader < COUNT; reader++) await expect.poll(counted, TIMEOUTS).toBe(before + 20);
});

it("one that is killed is replaced, and the shop goes on meanwhile", { timeout: TIMEOUT_MS }, async () => {
  const [victim = 0, other] = await workers();
  const before = await counted();
  process.kill(victim, "SIGKILL");
  await expect.poll(workers, TIMEOUTS).not.toContain(victim);
  // Requests in the killed process are lost and never counted.
  await expect.poll(async () => (await ask("/api/lotteries")).status, TIMEOUTS).toBe(200);
  await expect.poll(health, TIMEOUTS).toBe(ALL_WELL);
  expect(await workers()).toContain(other);
  expect(await counted()).toBe(before + 1);
});

it("all are renewed one after the other, and no request fails", { timeout: TIMEOUT_MS }, async () => {
  const old = await workers();
  const before = await counted();
  const agent = new Agent({ keepAlive: true, maxSockets: 3 });
  const statuses = new Map<number | string, number>();
  let isOver = false;
  const crowd = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const { status } = await ask("/prize", agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Other processes start meanwhile, on the same cores.
      await sleep(PAUSE_MS);
    }
  });
  process.kill(shop.pid, "SIGUSR2");
  await expect.poll(async () => (await workers()).filter((pid) => old.includes(pid)), TIMEOUTS).toEqual([]);
  isOver = true;
  await Promise.all(crowd);
  agent.destroy();
  expect([...statuses.keys()]).toEqual([200]);
  await expect.poll(health, TIMEOUTS).toBe(ALL_WELL);
  expect(await counted()).toBe(before);
});

it("a shop that is asked to renew while it starts goes on, and serves", { timeout: TIMEOUT_MS }, async () => {
  await shop.stop({ keepData: true });
  const starting = startShop({ dataDir: shop.dataDir, env });
  const watching = async () => (await childrenOf(process.pid))[0] ?? 0;
  // The first worker has started.
  await expect.poll(async () => (await childrenOf(await watching())).length, TIMEOUTS).toBeGreaterThan(0);
  process.kill(await watching(), "SIGUSR2");
  shop = await starting;
  await expect.poll(health, TIMEOUTS).toBe(ALL_WELL);
});

it("a renewal reaches one that was still starting, and goes on where a new one dies", async () => {
  const [victim = 0, other = 0] = await workers();
  process.kill(victim, "SIGKILL");
  const begun = async (known: readonly number[]) => (await workers()).find((pid) => !known.includes(pid));
  await expect.poll(() => begun([victim, other]), TIMEOUTS).toBeDefined();
  const old = await workers();
  process.kill(shop.pid, "SIGUSR2");
  await expect.poll(() => begun(old), TIMEOUTS).toBeDefined();
  process.kill((await begun(old)) ?? 0, "SIGKILL");
  await expect.poll(async () => (await workers()).filter((pid) => old.includes(pid)), TIMEOUTS).toEqual([]);
  await expect.poll(health, TIMEOUTS).toBe(ALL_WELL);
});
