/** `npm run lighthouse`: metrics of a phone on a slow line. Downloads Lighthouse (176 MB) on demand. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { startDemoShop } from "./demo-shop.ts";
import { findChromium } from "./find-chromium.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const FIGURES = {
  "LCP s": "largest-contentful-paint",
  CLS: "cumulative-layout-shift",
  "TBT ms": "total-blocking-time",
  kB: "total-byte-weight",
} as const;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

type Report = {
  readonly categories: Record<string, { readonly score: number }>;
  readonly audits: Record<
    string,
    { readonly score: number | null; readonly numericValue?: number; readonly scoreDisplayMode: string }
  >;
};

const folder = await mkdtemp(join(tmpdir(), "concours-lighthouse-"));
const { path: chromium } = await findChromium(console.error);
const baseline = await startBaseline();
const shop = await startDemoShop();
try {
  const [draw] = (await (await fetch(`${shop.url}/api/lotteries`)).json()) as { id: string }[];
  const rows: Record<string, Record<string, number>> = {};
  rows.baseline = await measure(baseline.url);
  for (const path of ["/", `/lottery/${draw?.id}`, "/prize"]) {
    const row = await measure(shop.url + path);
    rows[path.slice(0, 14)] = { ...row, "LCP of baseline": rounded((row["LCP s"] ?? 0) / (rows.baseline["LCP s"] ?? 1)) };
  }
  console.table(rows);
} finally {
  baseline.close();
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The median of each metric. */
async function measure(url: string): Promise<Record<string, number>> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run++) reports.push(await audit(url).catch(() => audit(url)));
  const row: Record<string, number> = {};
  for (const name of CATEGORIES) row[name] = median(reports.map(({ categories }) => categories[name]?.score ?? 0));
  for (const [name, id] of Object.entries(FIGURES)) {
    const unit = name === "LCP s" || name === "kB" ? 1000 : 1;
    row[name] = rounded(median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0)) / unit);
  }
  return row;
}

/** Chromium occasionally loses the beginning of its trace (NO_NAVSTART), so the caller retries. */
async function audit(url: string): Promise<Report> {
  const output = join(folder, `${randomBytes(4).toString("hex")}.json`);
  const flags = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"].join(" ");
  await promisify(execFile)(
    "npx",
    ["--yes", LIGHTHOUSE, url, `--chrome-flags=${flags}`, "--output=json", `--output-path=${output}`, "--quiet"],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 2 ** 26 },
  );
  return JSON.parse(await readFile(output, "utf8")) as Report;
}

async function startBaseline() {
  // Noise compresses badly: 160 × 160 of it make about 60 kB.
  const noise = { raw: { width: 160, height: 160, channels: 3 as const } };
  const picture = await sharp(randomBytes(160 * 160 * 3), noise)
    .png()
    .toBuffer();
  const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Baseline</title><img src="/p.png" alt="" width="400" height="400"></html>`;
  const server = createServer((request, reply) => {
    const isPicture = request.url === "/p.png";
    reply.writeHead(200, { "Content-Type": isPicture ? "image/png" : "text/html; charset=utf-8" });
    reply.end(isPicture ? picture : page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
