/** Rendered pages against the same bytes from memory: CPU time for each request, so that a busy machine changes little. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopsWithBench } from "./interruption.ts";
import { cpuMs, median } from "./processes.ts";
import { freePort, startBenchShop } from "./shop.ts";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 3000);
const AT_ONCE = 16;
const ROUNDS = 3;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const shop = await startBenchShop();
try {
  const active = (await (await fetch(`${shop.url}/api/lotteries`)).json()) as { id: string }[];
  for (const encoding of ["gzip, deflate, br, zstd", "gzip", "identity"]) {
    console.log(`Accept-Encoding: ${encoding}`);
    await compare("  home, kept for a second", `${shop.url}/`, encoding);
    await compare("  draw page, kept for a second", `${shop.url}/lottery/${active[0]?.id}`, encoding);
    await compare("  draw page, rendered each time", `${shop.url}/lottery/${active[0]?.id}?quantity=25`, encoding);
  }
} finally {
  agent.destroy();
  await shop.stop();
}

async function compare(name: string, url: string, encoding: string): Promise<void> {
  const floor = await startFloor(url, encoding);
  const costs: { ours: number; floor: number }[] = [];
  try {
    await load(url, encoding, REQUESTS / 4);
    await load(floor.url, encoding, REQUESTS / 4);
    for (let round = 0; round < ROUNDS; round++) {
      costs.push({ floor: await costOf(floor.pid, floor.url, encoding), ours: await costOf(shop.pid, url, encoding) });
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
async function costOf(pid: number, url: string, encoding: string): Promise<number> {
  const before = cpuMs(pid);
  await load(url, encoding, REQUESTS);
  return (cpuMs(pid) - before) / REQUESTS;
}

async function load(url: string, encoding: string, requests: number): Promise<void> {
  let left = requests;
  const client = async () => {
    while (left-- > 0) await get(url, encoding);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

type Reply = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** The bytes as they were sent: `fetch` would unpack them. */
function get(url: string, encoding: string): Promise<Reply> {
  const headers = { Accept: "text/html", "Accept-Encoding": encoding, "User-Agent": "Mozilla/5.0 bench" };
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => resolve({ headers: reply.headers, body: Buffer.concat(chunks) }));
    })
      .on("error", reject)
      .end();
  });
}

async function startFloor(url: string, encoding: string) {
  const { headers: all, body } = await get(url, encoding);
  const headers = Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => !["connection", "keep-alive", "transfer-encoding", "date", "content-length"].includes(name),
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), "concours-floor-"));
  const file = join(folder, "page.json");
  await writeFile(file, JSON.stringify({ headers, body: body.toString("base64") }));
  const port = await freePort();
  const child = spawn(process.execPath, ["bench/page-floor.ts", String(port), file], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    kilobytes: Math.round(body.length / 1000),
    stop: stopsWithBench(async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    }),
  };
}
