/** The payment providers for commands, whether the shop runs or not. */
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

/** The configured providers, else the data folder's simulators, started if needed. Undefined if none. */
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
    const isThere = await access(dataDir).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const keys = demoKeys(await loadSecrets(env.dataDir, new Date()));
    // The folder is locked by one process: if not by this one, by the shop's.
    const own = await startSimulator({ ...keys, dataDir, port: 0 }).catch(() => undefined);
    const port = own?.port ?? (await readFile(join(dataDir, "port"), "utf8")).trim();
    found.push([name, { settings: { ...keys, baseUrl: `http://127.0.0.1:${port}` }, release: async () => own?.stop() }]);
  }
  return found;
}
