/** The payment providers for command-line commands, whether the shop runs or not. */
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "#shared/states.ts";
import type { Env } from "../env/env.server.ts";
import { loadSecrets } from "../secrets.server.ts";
import type { Payments } from "./payments.server.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { connectPayments, PROVIDER_KINDS } from "./registry.server.ts";

type Found = { readonly payments: Payments; release(): Promise<void> };
type FoundProvider = { readonly settings: ProviderSettings; release(): Promise<void> };

/**
 * The configured providers, else the simulators of the data folder, which are started if the shop does not
 * run. Undefined if there are none. Call `release` at the end.
 */
export async function findPayments(env: Env): Promise<Found | undefined> {
  const configured = PAYMENT_PROVIDERS.flatMap((name) => {
    const settings = PROVIDER_KINDS[name].configured(env);
    return settings ? [[name, { settings, release: async () => undefined }] as const] : [];
  });
  const found = configured.length > 0 ? configured : await findSimulators(env);
  if (found.length === 0) return undefined;
  return {
    payments: connectPayments(Object.fromEntries(found.map(([name, { settings }]) => [name, settings]))),
    async release() {
      for (const [, provider] of found) await provider.release();
    },
  };
}

async function findSimulators(env: Env): Promise<(readonly [PaymentProviderName, FoundProvider])[]> {
  const found: (readonly [PaymentProviderName, FoundProvider])[] = [];
  for (const name of PAYMENT_PROVIDERS) {
    const { folder, demoKeys, startSimulator } = PROVIDER_KINDS[name];
    const dataDir = join(env.dataDir, folder);
    const exists = await access(dataDir).then(
      () => true,
      () => false,
    );
    if (!exists) continue;
    const keys = demoKeys(await loadSecrets(env.dataDir, new Date()));
    // The folder is locked by one process: if not by this one, by the shop's.
    const ownSimulator = await startSimulator({ ...keys, dataDir, port: 0 }).catch(() => undefined);
    const port = ownSimulator?.port ?? (await readFile(join(dataDir, "port"), "utf8")).trim();
    found.push([name, { settings: { ...keys, baseUrl: `http://127.0.0.1:${port}` }, release: async () => ownSimulator?.stop() }]);
  }
  return found;
}
