/** For tests: a process that buys and is refunded, and kills itself at a given call. */
import { randomBytes } from "node:crypto";
import { cacheBrand } from "#platform/brand/brand.server.ts";
import { cacheTexts } from "#platform/brand/site-texts.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startJobs } from "#platform/jobs/jobs.server.ts";
import { createLog } from "#platform/log.server.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { createMetrics } from "#platform/metrics.server.ts";
import { cacheNewOrders } from "#platform/payments/cached-new-orders.server.ts";
import { connectCheckout } from "#platform/payments/checkout/checkout.server.ts";
import { type PaymentPage, paymentsOf } from "#platform/payments/payments.server.ts";
import { connectStripe } from "#platform/payments/stripe/stripe.server.ts";
import { openDb, openPool, type Pool } from "#platform/postgres/db.server.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { cancelCheckout } from "../holds/end-holds.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { CHECKOUT_KEYS } from "./checkout-com.fixture.ts";
import { settleOrder } from "./settle-order.ts";

type Task = {
  databaseUrl: string;
  provider: "stripe" | "checkout";
  simulatorUrl: string;
  lotteryId: string;
  quantity: number;
  buyer: { id: string; email: string };
  killAt: number;
};
const task: Task = JSON.parse(process.argv[2] ?? "{}");

let passed = 0;
/** Reports its position to the test; a killed process may lose standard output, but not a pipe's. */
function point(name: string): void {
  passed += 1;
  process.stdout.write(`${passed} ${name}\n`);
  if (passed === task.killAt) process.kill(process.pid, "SIGKILL");
}

/** Reports before and after a call. */
async function around<T>(name: string, work: () => Promise<T>): Promise<T> {
  point(`before ${name}`);
  const done = await work();
  point(`after ${name}`);
  return done;
}

const log = createLog("fatal");

const pool = watched(openPool(task.databaseUrl, log, 4));

const env = readEnv({ NODE_ENV: "test" });

const jobs = await startJobs(task.databaseUrl, log);
const own =
  task.provider === "stripe"
    ? connectStripe({ secretKey: "sk_test_fixture", webhookSecret: "whsec_fixture", baseUrl: task.simulatorUrl })
    : connectCheckout({ ...CHECKOUT_KEYS, baseUrl: task.simulatorUrl });
const { capture, voidAuthorisation } = own;
const watchedProvider = {
  ...own,
  ...(capture && { capture: (page: PaymentPage) => around("the money is taken", () => capture(page)) }),
  ...(voidAuthorisation && {
    voidAuthorisation: (payment: string) => around("an authorisation is voided", () => voidAuthorisation(payment)),
  }),
  openPage: (...all: Parameters<typeof own.openPage>) => around("the page is opened", () => own.openPage(...all)),
  getPage: (...all: Parameters<typeof own.getPage>) => around("the page is read", () => own.getPage(...all)),
  expirePage: (...all: Parameters<typeof own.expirePage>) => around("the page is closed", () => own.expirePage(...all)),
  refund: (...all: Parameters<typeof own.refund>) => around("the money goes back", () => own.refund(...all)),
};
const db = openDb(pool);
// External calls of buying and refunding.
const ctx = {
  env,
  log,
  pool,
  db,
  brand: cacheBrand(db, readMessages(messagesFolder()), env),
  texts: cacheTexts(db),
  newOrders: cacheNewOrders(db, { providers: ["stripe"], setting: undefined }),
  jobs,
  payments: paymentsOf([watchedProvider]),
  metrics: createMetrics(),
  publicUrl: "http://localhost:3000",
  authSecret: "a secret of the tests, 32 characters and more",
  now: () => new Date(),
  random: randomBytes,
} as unknown as Ctx;

const { lotteryId, quantity, buyer } = task;
const open = async (): Promise<{ orderId: string; sessionId: string }> => {
  const opened = await openCheckout(ctx, { lotteryId, buyer, quantity, answer: "porsche", locale: "en" });
  if (!opened.ok) throw new Error(opened.error);
  const sessionId = /\/((?:cs|hpp)_\w+)/.exec(opened.value.url)?.[1] ?? "";
  return { orderId: opened.value.orderId, sessionId };
};

const first = await open();

/** Reports each query before and after it runs. */
function watched(pool: Pool): Pool {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
    const wrapped = (...all: unknown[]) => {
      const [first] = all;
      const text = typeof first === "string" ? first : ((first as { text?: string } | undefined)?.text ?? "");
      return around(text.trim().replace(/\s+/g, " ").slice(0, 48), () => query(...all));
    };
    Object.assign(client, { query: wrapped });
  });
  return pool;
}

const pages = task.provider === "stripe" ? "sessions" : "pages";
await fetch(`${task.simulatorUrl}/_simulator/${pages}/${first.sessionId}/pay`, { method: "POST", body: "{}" });
await settleOrder(ctx, first.sessionId);
const refund = { orderId: first.orderId, reason: "Because of the test." };
for (const part of [{ by: "last", count: 1 } as const, undefined]) {
  await refundOrder(ctx, { kind: "command" }, { ...refund, part });
  await sendRefund(ctx, first.orderId);
}
await cancelCheckout(ctx, buyer.id, (await open()).orderId);
process.stdout.write("done\n");
process.exit(0);
