/**
 * Addresses of the external services: configured ones, or embedded ones, which are started once for all
 * processes.
 */
import { join } from "node:path";
import { startEmbeddedPostgres } from "@concours/embedded-postgres";
import { PAYMENT_PROVIDERS } from "#shared/states.ts";
import type { Env } from "./env/env.server.ts";
import type { Logger } from "./log.server.ts";
import { startMailCatcher } from "./mail/mail-catcher.server.ts";
import { type PaymentSettings, PROVIDER_KINDS } from "./payments/registry.server.ts";
import type { DatabaseUrls } from "./postgres/prepare-database.server.ts";
import { openDataFolder } from "./private-files.server.ts";
import { loadSecrets, type Secrets } from "./secrets.server.ts";

type Closers = (() => Promise<unknown>)[];

/** The addresses, and labels for the log. Plain data, so that it can be sent to another process. */
export type Services = {
  readonly secrets: Secrets | undefined;
  readonly database: DatabaseUrls & { readonly directUrl?: string | undefined; readonly label: string };
  readonly payments: { readonly settings: PaymentSettings; readonly label: string };
  /** `folder`: the demo's mailbox; absent if real mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly folder?: string | undefined; readonly label: string };
};

export type StartedServices = {
  readonly services: Services;
  close(): Promise<void>;
};

/** Starts an embedded service for each that is not configured. */
export async function startServices(env: Env, log: Logger): Promise<StartedServices> {
  const closers: Closers = [];
  const close = () => closeAll(closers, log);
  try {
    await openDataFolder(env.dataDir);
    const secrets = env.isDemo ? await loadSecrets(env.dataDir, new Date()) : undefined;
    const [database, payments, mail] = await Promise.all([
      findDatabase(env, log, closers),
      findPayments(env, secrets, closers),
      findMail(env, closers),
    ]);
    return { services: { secrets, database, payments, mail }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Closes in reverse order; a failure is logged and does not stop the rest. */
export async function closeAll(closers: Closers, log: Logger): Promise<void> {
  for (const closer of closers.reverse()) await closer().catch((error: unknown) => log.warn({ err: error }, "closing"));
  closers.length = 0;
}

async function findDatabase(env: Env, log: Logger, closers: Closers): Promise<Services["database"]> {
  if (env.databaseUrl !== undefined) {
    const sharedRoleUrl = env.isDemo || env.allowInsecure.includes("one-database-role") ? env.databaseUrl : undefined;
    const { databaseUrl: url, databaseDirectUrl: directUrl } = env;
    const label = directUrl === undefined ? "PostgreSQL at DATABASE_URL" : "PostgreSQL through the pooler at DATABASE_URL";
    return { url, directUrl, ownerUrl: env.databaseOwnerUrl ?? (sharedRoleUrl && (directUrl ?? sharedRoleUrl)), label };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: join(env.dataDir, "postgres"), log });
  closers.push(() => embedded.stop());
  return { url: embedded.shopUrl, ownerUrl: embedded.url, label: `embedded PostgreSQL ${embedded.version}` };
}

/** The configured providers, or simulators of all. */
async function findPayments(env: Env, secrets: Secrets | undefined, closers: Closers): Promise<Services["payments"]> {
  const configured = PAYMENT_PROVIDERS.flatMap((name) => {
    const { configured, label } = PROVIDER_KINDS[name];
    const providerSettings = configured(env);
    return providerSettings
      ? [
          {
            name,
            providerSettings,
            label: providerSettings.baseUrl === undefined ? label : `${label} API at ${providerSettings.baseUrl}`,
          },
        ]
      : [];
  });
  const found = configured.length > 0 ? configured : await startSimulators(env, required(secrets), closers);
  return {
    settings: Object.fromEntries(found.map(({ name, providerSettings }) => [name, providerSettings])),
    label: found.map(({ label }) => label).join(" and "),
  };
}

async function startSimulators(env: Env, secrets: Secrets, closers: Closers) {
  return Promise.all(
    PAYMENT_PROVIDERS.map(async (name) => {
      const { demoKeys, folder, label, startSimulator, webhookPath } = PROVIDER_KINDS[name];
      const keys = demoKeys(secrets);
      const simulator = await startSimulator({
        ...keys,
        dataDir: join(env.dataDir, folder),
        webhookUrl: `http://127.0.0.1:${env.port}${webhookPath}`,
        port: 0,
      });
      closers.push(() => simulator.stop());
      return { name, providerSettings: { ...keys, baseUrl: simulator.url }, label: `${label} simulator at ${simulator.url}` };
    }),
  );
}

async function findMail(env: Env, closers: Closers): Promise<Services["mail"]> {
  if (env.smtpUrl !== undefined) return { smtpUrl: env.smtpUrl, label: "SMTP" };
  const folder = join(env.dataDir, "mailbox");
  const { smtpUrl, stop } = await startMailCatcher({ folder, port: 0 });
  closers.push(stop);
  return { smtpUrl, folder, label: `the demo's mailbox (${smtpUrl})` };
}

/** A value whose presence the settings guarantee. Throws if it is missing. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The settings let a start pass without a service it needs");
  return value;
}
