/**
 * The shop behind Varnish 7 with `deploy/varnish/concours.vcl`: how many requests reach the shop, when a
 * change is visible, and that nothing personal is cached. Skipped without Varnish.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort } from "#platform/free-port.fixture.ts";
import { stopsWithBench } from "./interruption.ts";
import { startBenchShop } from "./shop.ts";

const SECONDS = 2;
const AT_ONCE = 16;
const SESSION = /^(?:session|device|signed-in)=/;

const version = spawnSync("varnishd", ["-V"], { encoding: "utf8" });
if (version.error) {
  console.log("Skipped: there is no varnishd here (Debian: varnish).");
  process.exit(0);
}

const shop = await startBenchShop();
const varnish = await startVarnish(shop.url);
try {
  const active = (await (await fetch(`${shop.url}/api/lotteries`)).json()) as { id: string; title: string }[];
  const [draw] = active;
  if (!draw) throw new Error("no draw");
  for (const path of ["/", `/lottery/${draw.id}`, `/lottery/${draw.id}?lng=fr`, `/lottery/${draw.id}/stock.json`])
    await crowd(path);
  await change(draw.id);
  await people(`/lottery/${draw.id}`);
} finally {
  await varnish.stop();
  await shop.stop();
}

/** Signed-out visitors in both languages, some with common cookies. */
async function crowd(path: string): Promise<void> {
  const before = varnish.backendRequests();
  const until = performance.now() + SECONDS * 1000;
  let asked = 0;
  const client = async (index: number) => {
    const headers = {
      "Accept-Language": index % 2 ? "fr-CA, en;q=0.5" : "en-GB",
      Cookie: `device=${index}; cookie-consent=true`,
    };
    for (; performance.now() < until; asked++) await (await fetch(varnish.url + path, { headers })).text();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => client(index)));
  const languages = /lng=|json/.test(path) ? 1 : 2;
  const reached = (varnish.backendRequests() - before) / SECONDS / languages;
  console.log(
    `  ${path.slice(0, 12)}: ${Math.round(asked / SECONDS)} requests a second, of which the shop sees ${reached.toFixed(1)} for each page`,
  );
}

/** The age of what visitors see under constant load. */
async function change(id: string): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  // On failure the shop is stopped first.
  client.on("error", () => undefined);
  const seen: number[] = [];
  for (let round = 0; round < 5; round++) {
    const words = `Changed ${round}`;
    await (await fetch(`${varnish.url}/lottery/${id}?lng=en`)).text();
    await client.query(
      `INSERT INTO prize_improvements (lottery_id, at, kind, note_en, note_fr) VALUES ($1, now(), 'note', $2, $2)`,
      [id, words],
    );
    const begun = performance.now();
    while (!(await (await fetch(`${varnish.url}/lottery/${id}?lng=en`)).text()).includes(words)) await pause(20);
    seen.push(performance.now() - begun);
  }
  await client.end();
  console.log(`  a change is seen after ${Math.round(Math.max(...seen))} ms at the latest`);
}

/** Signed-in visitors get the shared page, and their own `/api/me`. */
async function people(path: string): Promise<void> {
  const form = { method: "POST", redirect: "manual", headers: { Origin: shop.url } } as const;
  const body = new URLSearchParams({ email: "player@concours.test", password: "Player-demo-1" });
  const signedIn = await fetch(`${varnish.url}/login`, { ...form, body });
  const cookie = signedIn.headers.getSetCookie().flatMap((each) => (SESSION.test(each) ? [each.split(";")[0]] : []));
  const own = { headers: { Cookie: cookie.join("; ") } };
  const kinds: [string, RequestInit, boolean][] = [
    ["signed in", own, true],
    ["anonymous", {}, false],
    ["signed in again", own, true],
    ["with a flash", { headers: { Cookie: "flash=choiceSaved" } }, false],
    ["anonymous again", {}, false],
  ];
  for (const [who, init, named] of kinds) {
    const page = await (await fetch(varnish.url + path, init)).text();
    if (page.includes("Amelia") || page.includes("choiceSaved")) throw new Error(`something personal for ${who}`);
    const me = await fetch(`${varnish.url}/api/me`, init);
    if ((await me.text()).includes("Amelia") !== named) throw new Error(`wrong for ${who}`);
    if (me.headers.get("Cache-Control") !== "no-store") throw new Error(`${who} may be cached`);
  }
  console.log("  what belongs to a visitor reaches no other");
}

async function startVarnish(shopUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), "concours-varnish-"));
  // Varnish runs as another user.
  await chmod(folder, 0o755);
  const vcl = await readFile(join(import.meta.dirname, "..", "deploy", "varnish", "concours.vcl"), "utf8");
  const file = join(folder, "concours.vcl");
  const { port: shopPort } = new URL(shopUrl);
  await writeFile(file, vcl.replace('"127.0.0.1"', '"localhost"').replace('"3000"', `"${shopPort}"`));
  const port = await freePort();
  const work = join(folder, "work");
  const args = ["-F", "-n", work, "-a", `127.0.0.1:${port}`, "-f", file, "-s", "malloc,64m", "-T", "none"];
  const child = spawn("varnishd", args, { stdio: ["ignore", "pipe", "pipe"] });
  const stop = stopsWithBench(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`varnishd ended: ${said}`);
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await pause(100);
  }
  const backendRequests = () => {
    const stat = spawnSync("varnishstat", ["-n", work, "-1", "-f", "MAIN.backend_req"], { encoding: "utf8" });
    return Number(/backend_req\s+(\d+)/.exec(stat.stdout)?.[1]);
  };
  return { url, stop, backendRequests };
}
