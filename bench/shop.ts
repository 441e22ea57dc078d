/** A shop, a payment simulator and a mail server as processes with their own database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#platform/free-port.fixture.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { stopsWithBench } from "./interruption.ts";

export type BenchShop = {
  readonly url: string;
  /** Of the provider that takes new orders. */
  readonly simulatorUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly pid: number;
  readonly postgresPid: number;
  readonly startedInMs: number;
  stop(): Promise<void>;
};

const KEY = "sk_test_bench";
const SECRET = "whsec_bench";
const CHECKOUT_KEY = "sk_sbox_bench";

/**
 * @param settings additional ones of the shop
 * @param provider of new orders
 */
export async function startBenchShop(
  settings: Readonly<Record<string, string>> = {},
  provider: PaymentProviderName = "stripe",
): Promise<BenchShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "concours-bench-"));
  const children: ChildProcess[] = [];
  const stop = stopsWithBench(async () => {
    for (const child of children.toReversed()) {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    await rm(dataDir, { recursive: true, force: true });
  });
  // Also if one of them does not start.
  process.once("exit", () => {
    for (const child of children) child.kill();
  });
  const [port, simulatorPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const stripeUrl = `http://127.0.0.1:${simulatorPort}`;
  const simulator = start("packages/stripe-simulator/bin/stripe-simulator.ts", [
    ...["--port", String(simulatorPort), "--key", KEY, "--webhook-secret", SECRET],
    ...[
      "--webhook-url",
      `${url}/api/payments/webhook`,
      "--events",
      "checkout.session.completed,checkout.session.expired",
      "--quiet",
    ],
  ]);
  children.push(simulator);
  await firstLine(simulator, "Stripe simulator");
  const checkoutUrl = provider === "checkout" ? await startCheckout(dataDir, url, children) : undefined;
  const sink = start("bench/mail-sink.ts", []);
  children.push(sink);
  const mailPort = Number(await firstLine(sink, ""));
  const begin = performance.now();
  const shop = start("src/app/main.ts", [], {
    ...{
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
    },
    ...{ CONCOURS_DEMO: "1", STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripeUrl },
    ...(checkoutUrl !== undefined && {
      ...{ CHECKOUT_SECRET_KEY: CHECKOUT_KEY, CHECKOUT_WEBHOOK_SECRET: SECRET, CHECKOUT_API_URL: checkoutUrl },
      NEW_ORDERS: "checkout=100",
    }),
    ...settings,
  });
  children.push(shop);
  await firstLine(shop, "Concours is ready");
  const startedInMs = performance.now() - begin;
  const running = JSON.parse(readFileSync(join(dataDir, "postgres", "running.json"), "utf8")) as { url: string };
  const postgresPid = Number(readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url,
    simulatorUrl: checkoutUrl ?? stripeUrl,
    databaseUrl: running.url,
    dataDir,
    pid: shop.pid ?? 0,
    postgresPid,
    startedInMs,
    stop,
  };
}

async function startCheckout(dataDir: string, url: string, children: ChildProcess[]): Promise<string> {
  const hook = `${url}/api/payments/webhook/checkout`;
  const checkout = start("bench/checkout-provider.ts", [join(dataDir, "checkout"), hook, CHECKOUT_KEY, SECRET]);
  children.push(checkout);
  return (await firstLine(checkout, "http://")).trim();
}

function start(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [file, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, ...env },
  });
}

/** Resolves with the output up to a line that contains `says`; later output is dropped. */
function firstLine(child: ChildProcess, says: string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => String(chunk).includes(says) && resolve(String(chunk)));
    child.once("exit", () => reject(new Error(`a process ended before it said "${says}"`)));
  });
}
