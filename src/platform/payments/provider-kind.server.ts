/** What the shop has to know of a payment provider to be connected to it, or to play it in the demonstration. */
import type { Env } from "../env/env.server.ts";
import type { Secrets } from "../secrets.server.ts";
import type { PaymentProvider } from "./payments.server.ts";

/** Plain data, so that one process can tell another. */
export type ProviderSettings = {
  readonly secretKey: string;
  /** Several, separated by commas, while it is changed. */
  readonly webhookSecret: string;
  /** Which of an account's channels takes the money, where it has several. */
  readonly channel?: string | undefined;
  /** The address at which somebody else speaks the provider's wire; the provider's own when absent. */
  readonly baseUrl?: string | undefined;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number;
};

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
