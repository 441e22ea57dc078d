/** What the shop has to know of a payment provider to be connected to it, or to play it in the demonstration. */
import type { Env } from "../env/env.server.ts";
import type { Secrets } from "../secrets.server.ts";
import type { PaymentProvider } from "./payments.server.ts";
import type { ProviderSettings } from "./provider-settings.ts";

type Running = { readonly url: string; readonly port: number; stop(): Promise<void> };

/** What a simulator needs to speak to one shop. It tells nobody of events where there is no `webhookUrl`. */
type SimulatorOptions = ProviderSettings & { readonly dataDir: string; readonly webhookUrl?: string; readonly port: number };

export type ProviderKind = {
  /** As people call it. */
  readonly label: string;
  /** The folder of its simulator's ledger, in the data folder. */
  readonly folder: string;
  /** The shop's own address of its webhooks, without the origin. */
  readonly webhookPath: string;
  /** Undefined where the settings do not name it. */
  configured(env: Env): ProviderSettings | undefined;
  /** The keys with which the demonstration plays it. */
  demoKeys(secrets: Secrets): ProviderSettings;
  startSimulator(options: SimulatorOptions): Promise<Running>;
  connect(settings: ProviderSettings): PaymentProvider;
};
