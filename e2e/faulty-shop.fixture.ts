/** A shop with a real database, payment provider and mail server, behind connections that can fail. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CheckoutSimulator, startCheckoutSimulator } from "@concours/checkout-simulator";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@concours/embedded-postgres";
import { type StripeSimulator, startStripeSimulator } from "@concours/stripe-simulator";
import { type MailCatcher, startMailCatcher } from "#platform/mail/mail-catcher.server.ts";
import { PROVIDER_KINDS } from "#platform/payments/registry.server.ts";
import { type FaultProxy, startFaultProxy } from "#platform/postgres/fixtures/fault-proxy.fixture.ts";
import { type Shop, type ShopAddress, startShop } from "./shop.fixture.ts";

export const WEBHOOK_SECRET = "whsec_faulty_shop";
const STRIPE_KEY = "sk_test_faulty_shop";
const AUTH_SECRET = "the secret of a shop with troubles, long enough";

const CHECKOUT_KEYS = { secretKey: "sk_sbox_faulty_shop", webhookSecret: "a signature key of a faulty shop" };

/** The distribution of new orders: one provider, both, or one with the other as fallback. */
export const SPLITS = {
  stripe: "stripe=100",
  checkout: "checkout=100",
  both: "stripe=50,checkout=50",
  "stripe before checkout": "stripe=100,checkout=0",
  "checkout before stripe": "checkout=100,stripe=0",
} as const;
export type Split = keyof typeof SPLITS;

export type Wires = {
  readonly database: FaultProxy;
  readonly payments: FaultProxy;
  readonly checkout: FaultProxy;
  readonly mail: FaultProxy;
};
export type FaultyShop = {
  /** The running shop, replaced by `kill`. Its database address bypasses the faulty connection. */
  readonly shop: ShopAddress & Pick<Shop, "complaints">;
  readonly wires: Wires;
  readonly simulator: StripeSimulator;
  readonly checkout: CheckoutSimulator;
  readonly mailbox: MailCatcher;
  readonly postgres: EmbeddedPostgres;
  /** SIGKILL, then a new process on the same port and data; `split` redistributes new orders. */
  killAndRestart(split?: Split): Promise<void>;
  stop(): Promise<void>;
};

export async function startFaultyShop(): Promise<FaultyShop> {
  const folder = await mkdtemp(join(tmpdir(), "concours-faulty-"));
  await using undo = new AsyncDisposableStack();
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "shop");
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), settings: { fsync: "off" } });
  undo.defer(() => postgres.stop());
  const simulator = await startStripeSimulator({ secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET });
  undo.defer(() => simulator.stop());
  const checkout = await startCheckoutSimulator(CHECKOUT_KEYS);
  undo.defer(() => checkout.stop());
  const mailbox = await startMailCatcher({ folder: join(folder, "mailbox"), port: 0 });
  undo.defer(() => mailbox.stop());

  const direct = new URL(postgres.shopUrl);
  const wire = async (target: Parameters<typeof startFaultProxy>[0]) => {
    const proxy = await startFaultProxy(target);
    undo.defer(() => proxy.close());
    return proxy;
  };
  const wires = {
    database: await wire({ path: join(direct.searchParams.get("host") ?? "", ".s.PGSQL.5432") }),
    payments: await wire({ host: "127.0.0.1", port: simulator.port }),
    checkout: await wire({ host: "127.0.0.1", port: checkout.port }),
    mail: await wire({ host: "127.0.0.1", port: Number(new URL(mailbox.smtpUrl).port) }),
  };
  const env = {
    AUTH_SECRET,
    // Migrations bypass the faulty connection.
    DATABASE_OWNER_URL: postgres.url,
    DATABASE_URL: `postgresql://${direct.username}@127.0.0.1:${wires.database.port}${direct.pathname}?sslmode=disable`,
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: `http://127.0.0.1:${wires.payments.port}`,
    CHECKOUT_SECRET_KEY: CHECKOUT_KEYS.secretKey,
    CHECKOUT_WEBHOOK_SECRET: CHECKOUT_KEYS.webhookSecret,
    CHECKOUT_API_URL: `http://127.0.0.1:${wires.checkout.port}`,
    SMTP_URL: `smtp://127.0.0.1:${wires.mail.port}`,
  };
  let sold: Split = "stripe";
  const start = (port?: number) =>
    startShop({
      ...{ dataDir, env: { ...env, NEW_ORDERS: SPLITS[sold] }, simulatorUrl: simulator.url, checkoutUrl: checkout.url },
      ...(port !== undefined && { port }),
    });
  let shop = await start();
  undo.defer(() => shop.stop());
  const loopback = shop.url.replace("localhost", "127.0.0.1");
  simulator.setWebhookUrl(`${loopback}${PROVIDER_KINDS.stripe.webhookPath}`);
  checkout.setWebhookUrl(`${loopback}${PROVIDER_KINDS.checkout.webhookPath}`);
  const running = undo.move();
  return {
    get shop() {
      return { ...shop, databaseUrl: postgres.url, paymentKey: STRIPE_KEY, checkoutKeys: CHECKOUT_KEYS };
    },
    wires,
    simulator,
    checkout,
    mailbox,
    postgres,
    async killAndRestart(split = sold) {
      sold = split;
      await shop.kill();
      shop = await start(Number(new URL(shop.url).port));
    },
    stop: () => running.disposeAsync(),
  };
}
