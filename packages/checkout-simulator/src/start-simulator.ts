import { createHmac } from "node:crypto";
import { createKnobs } from "@concours/simulator-kit/knobs";
import { takeDataFolder } from "@concours/simulator-kit/ledger/data-folder";
import { createClock } from "@concours/simulator-kit/ledger/time";
import {
  type Bindings,
  dropReplies,
  limitBodies,
  type RunningSimulator,
  runAgenda,
  runInBackground,
  type SimulatorOptions,
  serve,
} from "@concours/simulator-kit/serve";
import { createWebhooks } from "@concours/simulator-kit/webhooks/send-webhooks";
import { Hono } from "hono";
import { runAction } from "./act.ts";
import { createApi } from "./api.ts";
import { createControls } from "./controls.ts";
import { NO_FAULTS } from "./knobs.ts";
import { Ledger } from "./ledger.ts";
import { createPages } from "./pages.ts";
import type { EventRecord } from "./records.ts";
import type { Simulation } from "./simulation.ts";
import { wireEvent } from "./wire.ts";

/** `secretKey` must begin with `sk_sbox_`. */
export type { SimulatorOptions };
export type CheckoutSimulator = RunningSimulator;

export async function startCheckoutSimulator(options: SimulatorOptions): Promise<CheckoutSimulator> {
  if (!options.secretKey.startsWith("sk_sbox_"))
    throw new Error("The simulator takes only a sandbox key: secretKey must begin with sk_sbox_");
  const { host = "127.0.0.1", log = () => {} } = options;
  const folder = options.dataDir === undefined ? undefined : await takeDataFolder(options.dataDir);
  try {
    const clock = createClock(options.now ?? (() => new Date()));
    const ledger = await new Ledger(clock).openFolder(folder);
    const knobs = createKnobs(NO_FAULTS);
    let publicUrl = "";
    const webhooks = createWebhooks<EventRecord>({
      knobs,
      log,
      types: undefined,
      undelivered: () => ledger.undelivered.values(),
      settled: (event) => ledger.note([["delivered", event.id]]),
      bodyOf: (event) => JSON.stringify(wireEvent(sim, event)),
      headersOf: (body) => ({ "cko-signature": signBody(body, options.webhookSecret) }),
    });
    const sim: Simulation = {
      clock,
      ledger,
      knobs,
      log,
      publicUrl: () => publicUrl,
      async commit(changes) {
        await ledger.commit(changes);
        // Events are sent only after they are on disk, so that no crash undoes a reported payment.
        for (const [kind, record] of changes) if (kind === "event") webhooks.send(record);
      },
    };
    const runDue = () => runAgenda(sim, ({ id }) => runAction(sim, id));
    const serving = await serve(createApp(sim, options.secretKey, runDue), { host, port: options.port ?? 0, folder });
    publicUrl = serving.url;
    return runInBackground(serving, { webhooks, ledger, folder, webhookUrl: options.webhookUrl, log, runDue });
  } catch (error) {
    folder?.release();
    throw error;
  }
}

/** Lower-case hex of HMAC-SHA256 over the raw body. It has no time, so a request can be replayed. */
function signBody(body: string, key: string): string {
  return createHmac("sha256", key).update(body).digest("hex");
}

function createApp(sim: Simulation, secretKey: string, runDue: () => Promise<void>): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use(limitBodies("/files"));
  const controls = createControls(sim, runDue);
  app.route("/_simulator", controls);
  app.route("/", createPages(sim));
  const api = new Hono<Bindings>();
  api.use(dropReplies(sim.knobs));
  api.route("/", createApi(sim, secretKey));
  app.route("/", api);
  return app;
}
