/** CPU time of rendered pages against the same bytes from memory, and of `/api/me` and compression. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN } from "#demo/people.ts";
import { freePort } from "#platform/free-port.fixture.ts";
import { stopsWithBench } from "./interruption.ts";
import { cpuMs, median } from "./processes.ts";
import { startBenchShop } from "./shop.ts";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 3000);
const AT_ONCE = 16;
const ROUNDS = 3;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const PERSONAL = ["/profile", "/admin", "/admin/lotteries", "/admin/orders"];

const shop = await startBenchShop();
try {
  const session = await signIn();
  const active = (await (await fetch(`${shop.url}/api/lotteries`)).json()) as { id: string }[];
  const draw = `/lottery/${active[0]?.id}`;
  const plain = new Map<string, number>();
  for (const encoding of ["identity", "gzip", "gzip, deflate, br, zstd"]) {
    console.log(`Accept-Encoding: ${encoding}`);
    for (const path of ["/", draw]) {
      const name = path === "/" ? "home" : "draw page";
      const everybody = await compare(`  ${name}, kept for a second`, path, encoding);
      const mine = path === "/" ? "/api/me" : `/api/me?draw=${active[0]?.id}`;
      const own = await compare(`  ${name}, ${mine}`, mine, encoding, session);
      console.log(`    signed in: ${((everybody + own) / everybody).toFixed(1)} × signed out`);
    }
    for (const path of [`${draw}?quantity=25`, ...PERSONAL]) {
      const ours = await compare(`  ${path.replace(draw, "draw page, rendered each time")}`, path, encoding, session);
      const whole = plain.get(path) ?? ours;
      plain.set(path, whole);
      if (encoding !== "identity") console.log(`    compressing: ${(ours / whole - 1).toFixed(2)} of making it`);
    }
  }
} finally {
  agent.destroy();
  await shop.stop();
}

/** As a visitor without tickets. */
async function signIn(): Promise<string> {
  const body = new URLSearchParams({ email: ADMIN.email, password: ADMIN.password });
  const reply = await fetch(`${shop.url}/login`, { method: "POST", redirect: "manual", headers: { Origin: shop.url }, body });
  const cookie = reply.headers.getSetCookie().find((each) => each.startsWith("session="));
  if (!cookie) throw new Error(`Signing in answered ${reply.status}`);
  return cookie.split(";")[0] ?? "";
}

/** Milliseconds of the shop's CPU for one request. */
async function compare(name: string, path: string, encoding: string, cookie?: string): Promise<number> {
  const asked = { encoding, cookie };
  const url = shop.url + path;
  const floor = await startFloor(url, asked);
  const costs: { ours: number; floor: number }[] = [];
  try {
    await load(url, asked, REQUESTS / 4);
    await load(floor.url, asked, REQUESTS / 4);
    for (let round = 0; round < ROUNDS; round++) {
      costs.push({ floor: await costOf(floor.pid, floor.url, asked), ours: await costOf(shop.pid, url, asked) });
    }
  } finally {
    await floor.stop();
  }
  const ratio = median(costs.map((cost) => cost.floor / cost.ours));
  const ours = median(costs.map((cost) => cost.ours));
  console.log(
    `${name}: ${ratio.toFixed(2)} of the floor, ${ours.toFixed(2)} ms CPU a request (floor ${median(costs.map((cost) => cost.floor)).toFixed(2)} ms), ${floor.kilobytes} kB`,
  );
  return ours;
}

/** Milliseconds of a process's CPU for one request. */
async function costOf(pid: number, url: string, asked: Asked): Promise<number> {
  const before = cpuMs(pid);
  await load(url, asked, REQUESTS);
  return (cpuMs(pid) - before) / REQUESTS;
}

async function load(url: string, asked: Asked, requests: number): Promise<void> {
  let left = requests;
  const client = async () => {
    while (left-- > 0) await get(url, asked);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

type Asked = { readonly encoding: string; readonly cookie: string | undefined };
type Reply = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Not `fetch`, which would decompress. */
function get(url: string, { encoding, cookie }: Asked): Promise<Reply> {
  const own = { Accept: "text/html", "Accept-Encoding": encoding, "User-Agent": "Mozilla/5.0 bench" };
  const headers = cookie ? { ...own, Cookie: cookie } : own;
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

async function startFloor(url: string, asked: Asked) {
  const { headers: all, body } = await get(url, asked);
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
