/**
 * The demonstration's secrets: generated at the first start and stored in its data folder. Production sets
 * its own.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const schema = z.object({
  authSecret: z.string(),
  stripeKey: z.string(),
  webhookSecret: z.string(),
  beaconKey: z.string(),
  beaconGenesis: z.number(),
});

/**
 * `stripeKey`, `webhookSecret`: of the simulators. `beaconKey`: 32 bytes in hex. `beaconGenesis`: Unix
 * second of the demonstration beacon's first round.
 */
export type Secrets = z.infer<typeof schema>;

/** Reads or creates the secrets. Only the folder's owner can read the file. */
export async function loadSecrets(dataDir: string, now: Date): Promise<Secrets> {
  const file = join(dataDir, "secrets.json");
  const stored = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    // An existing but unreadable file is not overwritten.
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (stored !== undefined) return schema.parse(JSON.parse(stored));
  const secrets: Secrets = {
    authSecret: randomBytes(32).toString("base64url"),
    stripeKey: `sk_test_${randomBytes(18).toString("base64url")}`,
    webhookSecret: `whsec_${randomBytes(24).toString("base64url")}`,
    beaconKey: randomBytes(32).toString("hex"),
    // A year back, so that past draws of the demonstration have rounds too.
    beaconGenesis: Math.floor(now.getTime() / 1000) - 365 * 86_400,
  };
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}
