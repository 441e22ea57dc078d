/** Checks by a stored fingerprint that the secret of long-lived hashes has not changed. */
import { createHmac } from "node:crypto";
import { type Env, EnvError } from "./env/env.server.ts";
import { withClient } from "./postgres/db-client.server.ts";
import type { Db } from "./postgres/db.server.ts";

const REFUSAL =
  "The secret in these settings is not the one with which this shop has kept self-exclusions, closed accounts, two-step sign-ins and API keys: none of them would hold any more. Set LASTING_SECRET to what AUTH_SECRET was at first (see “Changing secrets” in docs/operations.md).";

/**
 * Stores the secret's fingerprint at the first start, and compares it later. Throws EnvError for another
 * secret. Call it before any work on the database.
 */
export async function checkLastingSecret({ isDemo }: Pick<Env, "isDemo">, url: string, lastingSecret: string): Promise<void> {
  if (isDemo) return;
  const isOther = await withClient(url, async (client) => {
    // Two processes may start at once.
    await client.query("INSERT INTO shop_secrets (mark, since) VALUES ($1, now()) ON CONFLICT DO NOTHING", [
      fingerprint(lastingSecret),
    ]);
    const { rows } = await client.query<{ mark: Buffer }>("SELECT mark FROM shop_secrets");
    return !rows[0]?.mark.equals(fingerprint(lastingSecret));
  });
  if (isOther) throw new EnvError(REFUSAL);
}

/** For commands that hash with the lasting secret. Throws EnvError for another one than the shop's. */
export async function refuseOtherSecret(db: Db, lastingSecret: string): Promise<void> {
  const found = await db.selectFrom("shop_secrets").select("mark").executeTakeFirst();
  if (found && !found.mark.equals(fingerprint(lastingSecret))) throw new EnvError(REFUSAL);
}

function fingerprint(lastingSecret: string): Buffer {
  return createHmac("sha256", lastingSecret).update("concours:lasting-secret").digest();
}
