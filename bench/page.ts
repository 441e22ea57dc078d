/** Rendered pages against the same bytes from memory: CPU time for each request, so that a busy machine changes little. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMs, median } from "./processes.ts";
import { freePort, startBenchShop } from "./shop.ts";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 3000);
const AT_ONCE = 16;
const ROUNDS = 3;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const shop = await startBenchShop();
try {
  const active = (await (await fetch(`${shop.url}/api/lotteries`)).json()) as { id: string }[];
  await compare("home, kept for a second", `${shop.url}/`);
  await compare("draw page, kept for a second", `${shop.url}/lottery/${active[0]?.id}`);
  await compare("draw page, rendered each time", `${shop.url}/lottery/${active[0]?.id}?quantity=25`);
} finally {
  agent.destroy();
  await shop.stop();
}

async function compare(name: string, url: string): Promise<void> {
  const floor = await startFloor(url);
  const costs: { ours: number; floor: number }[] = [];
  try {
    await load(url, REQUESTS / 4);
    await load(floor.url, REQUESTS / 4);
    for (let round = 0; round < ROUNDS; round++) {
      costs.push({ floor: await costOf(floor.pid, floor.url), ours: await costOf(shop.pid, url) });
    }
  } finally {
    await floor.stop();
  }
  const ratio = median(costs.map((cost) => cost.floor / cost.ours));
  const ours = median(costs.map((cost) => cost.ours));
  console.log(
    `${name}: ${ratio.toFixed(2)} of the floor, ${ours.toFixed(2)} ms CPU a request (floor ${median(costs.map((cost) => cost.floor)).toFixed(2)} ms), ${floor.kilobytes} kB`,
  );
}

/** Milliseconds of CPU that one request costs the process. */
async function costOf(pid: number, url: string): Promise<number> {
  const before = cpuMs(pid);
  await load(url, REQUESTS);
  return (cpuMs(pid) - before) / REQUESTS;
}

async function load(url: string, requests: number): Promise<void> {
  let left = requests;
  const client = async () => {
    while (left-- > 0) await get(url);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

function get(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { Accept: "text/html", "User-Agent": "Mozilla/5.0 bench" } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
      reply.resume().on("end", resolve);
    })
      .on("error", reject)
      .end();
  });
}

async function startFloor(url: string) {
  const reply = await fetch(url, { headers: { Accept: "text/html" } });
  const body = await reply.text();
  const headers = Object.fromEntries(
    [...reply.headers].filter(
      ([name]) => !["connection", "keep-alive", "transfer-encoding", "date", "content-length"].includes(name),
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), "concours-floor-"));
  const file = join(folder, "page.json");
  await writeFile(file, JSON.stringify({ headers, body }));
  const port = await freePort();
  const child = spawn(process.execPath, ["bench/page-floor.ts", String(port), file], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    kilobytes: Math.round(Buffer.byteLength(body) / 1000),
    async stop() {
      child.kill();
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
