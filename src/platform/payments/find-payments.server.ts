/** For commands beside a shop: its payment provider, whether the shop runs or not. */
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startStripeSimulator } from "@concours/stripe-simulator";
import type { Env } from "../env/env.server.ts";
import { loadSecrets } from "../secrets.server.ts";
import type { Payments } from "./payments.server.ts";
import { connectStripe } from "./stripe.server.ts";

type Found = { readonly payments: Payments; release(): Promise<void> };

/**
 * The configured provider; else the simulator of the shop in the data folder, started for as long as it is needed where the shop does not
 * run. It tells nobody of events meanwhile. Undefined where there has never been one.
 */
export async function findPayments(env: Env): Promise<Found | undefined> {
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeApiUrl: baseUrl } = env;
  const release = async () => undefined;
  if (secretKey !== undefined && webhookSecret !== undefined)
    return { payments: connectStripe({ secretKey, webhookSecret, ...(baseUrl !== undefined && { baseUrl }) }), release };
  const dataDir = join(env.dataDir, "payments");
  const isThere = await access(dataDir).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const secrets = await loadSecrets(env.dataDir, new Date());
  const keys = { secretKey: secrets.stripeKey, webhookSecret: secrets.webhookSecret };
  // Only one process can have the folder: if it is not this one, it is the shop's.
  const own = await startStripeSimulator({ ...keys, dataDir, port: 0 }).catch(() => undefined);
  const port = own?.port ?? (await readFile(join(dataDir, "port"), "utf8")).trim();
  const payments = connectStripe({ ...keys, baseUrl: `http://127.0.0.1:${port}` });
  return { payments, release: async () => own?.stop() };
}
