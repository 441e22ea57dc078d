/** The long run: `npm run chaos -- --cluster` sets the number of rounds and the seed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStripeSimulator } from "@concours/stripe-simulator";
import { expect, it } from "vitest";
import { startMailCatcher } from "#platform/mail/mail-catcher.server.ts";
import { startCluster } from "#platform/postgres/fixtures/cluster.fixture.ts";
import { clusterStorm, LOSSES, type Loss } from "./cluster-storm.fixture.ts";
import { startShop } from "./shop.fixture.ts";
import { SEED, tell } from "./stress-time.fixture.ts";

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 2);
const BUYERS = 32;
const MOST_MS = 33_000;

it("sells on whatever becomes of the primary, and forgets nothing that it has said", async () => {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "concours-on-cluster-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const cluster = await startCluster();
  undo.defer(() => cluster.stop());
  const [secretKey, webhookSecret] = ["sk_test_on_cluster", "whsec_on_cluster"];
  const simulator = await startStripeSimulator({ secretKey, webhookSecret });
  undo.defer(() => simulator.stop());
  const mailbox = await startMailCatcher({ folder: join(folder, "mailbox"), port: 0 });
  undo.defer(() => mailbox.stop());
  const shop = await startShop({
    dataDir: join(folder, "shop"),
    simulatorUrl: simulator.url,
    env: {
      AUTH_SECRET: "the secret of a shop on a cluster, long enough",
      DATABASE_URL: cluster.url,
      DATABASE_OWNER_URL: cluster.ownerUrl,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: simulator.url,
      SMTP_URL: mailbox.smtpUrl,
    },
  });
  undo.defer(() => shop.stop());
  simulator.setWebhookUrl(`${shop.url.replace("localhost", "127.0.0.1")}/api/payments/webhook`);

  const losses = Array.from({ length: ROUNDS }, () => Object.keys(LOSSES) as Loss[]).flat();
  const on = { shop: { ...shop, databaseUrl: cluster.ownerUrl, paymentKey: secretKey }, simulator, cluster };
  const seen = await clusterStorm(on, { losses, buyers: BUYERS, seed: SEED });
  await tell("cluster", {
    "selling again after, ms": Object.fromEntries(
      [...new Set(losses)].map((loss) => [
        loss,
        seen.losses.filter((lost) => lost.loss === loss).map((lost) => lost.sellingAfterMs),
      ]),
    ),
    "payment pages given": seen.promised.length,
    "tickets shown": seen.tickets,
    "pages of lost holds, given to nobody": seen.pagesNobodyWasTold,
    answers: seen.answers,
  });
  expect(seen.unexpected).toEqual([]);
  expect(seen.losses.filter(({ sellingAfterMs }) => sellingAfterMs > MOST_MS)).toEqual([]);
});
