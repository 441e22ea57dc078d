import { createKnobs } from "@concours/simulator-kit/knobs";
import { takeDataFolder } from "@concours/simulator-kit/ledger/data-folder";
import { createClock } from "@concours/simulator-kit/ledger/time";
import { pageLanguage } from "@concours/simulator-kit/page/language";
import { missingPage } from "@concours/simulator-kit/page/sheet-pages";
import {
  type Bindings,
  type SimulatorOptions as Common,
  dropReplies,
  limitBodies,
  type RunningSimulator,
  runAgenda,
  runInBackground,
  serve,
} from "@concours/simulator-kit/serve";
import { createWebhooks } from "@concours/simulator-kit/webhooks/send-webhooks";
import { type Context, Hono } from "hono";
import { runLapse } from "./actions/capture-intent.ts";
import { runBank, runDisputeTurn } from "./actions/dispute-charge.ts";
import { expireSession } from "./actions/expire-session.ts";
import { runTurn } from "./actions/refund-charge.ts";
import { createApi } from "./api/create-api.ts";
import { createControls } from "./controls/create-controls.ts";
import { NO_FAULTS } from "./knobs.ts";
import { type Change, Ledger } from "./ledger/ledger.ts";
import type { EventRecord } from "./ledger/records.ts";
import { createPages } from "./page/create-pages.ts";
import type { Simulation } from "./simulation.ts";
import { signPayload } from "./webhooks/sign-payload.ts";
import { createWire, wireEvent } from "./wire/wire.ts";

/** `secretKey` must begin with `sk_test_`, or with `sk_live_` in live mode; `webhookSecret` is `whsec_…`. */
export type SimulatorOptions = Common & {
  /** Simulates a live account: its objects have `livemode: true`. No card is charged. */
  readonly livemode?: boolean;
  /** The event types sent to the webhook; by default all. All events are listed. */
  readonly webhookEvents?: readonly string[];
  /** The origin of the payment pages, without a trailing slash; by default the server's own. */
  readonly publicUrl?: string;
};

export type StripeSimulator = RunningSimulator & {
  /** Answers a request without the network. Forward only `/c/`: the controls trust this caller. */
  fetch(request: Request): Promise<Response>;
};

export async function startStripeSimulator(options: SimulatorOptions): Promise<StripeSimulator> {
  const { host = "127.0.0.1", log = () => {}, livemode = false } = options;
  const begin = livemode ? "sk_live_" : "sk_test_";
  if (!options.secretKey.startsWith(begin))
    throw new Error(`The simulator takes only a ${livemode ? "live" : "test"} key: secretKey must begin with ${begin}`);
  const folder = options.dataDir === undefined ? undefined : await takeDataFolder(options.dataDir);
  try {
    const clock = createClock(options.now ?? (() => new Date()));
    const ledger = await new Ledger(clock).openFolder(folder);
    const knobs = createKnobs(NO_FAULTS);
    let publicUrl = options.publicUrl?.replace(/\/$/, "");
    const wire = createWire(() => publicUrl ?? "", livemode);
    const types = options.webhookEvents && new Set<string>(options.webhookEvents);
    const webhooks = createWebhooks<EventRecord>({
      knobs,
      log,
      types,
      undelivered: () => ledger.undelivered.values(),
      settled: (event) => ledger.note([["delivered", event.id]]),
      bodyOf: (event) => JSON.stringify(wireEvent(event, wire, 1)),
      // The receiver's clock checks the signature's age, so it is never older than the machine's time.
      headersOf: (body) => ({
        "stripe-signature": signPayload(body, options.webhookSecret, Math.max(Math.floor(Date.now() / 1000), clock.seconds())),
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      }),
    });
    const sim: Simulation = {
      clock,
      ledger,
      knobs,
      wire,
      log,
      async commit(changes) {
        await ledger.commit(changes);
        // Events are sent only after they are on disk, so that no crash undoes a reported payment.
        for (const change of changes) if (change[0] === "event") webhooks.send(change[1]);
      },
      resend: webhooks.resend,
    };

    const runDue = () => runAgenda(sim, (due) => changesOf(sim, due));
    const app = createApp(sim, options.secretKey, runDue);
    const serving = await serve(app, { host, port: options.port ?? 0, folder });
    publicUrl ??= serving.url;
    const running = runInBackground(serving, { webhooks, ledger, folder, webhookUrl: options.webhookUrl, log, runDue });
    return { ...running, fetch: async (request) => app.fetch(request) };
  } catch (error) {
    folder?.release();
    throw error;
  }
}

const RUNS = { intent: runLapse, refund: runTurn, charge: runBank, dispute: runDisputeTurn } as const;

type Due = NonNullable<ReturnType<Ledger["agenda"]["take"]>>;

function changesOf(sim: Simulation, { kind, id }: Due): readonly Change[] {
  if (kind !== "session") return RUNS[kind](sim, id);
  const session = sim.ledger.sessions.get(id);
  return session?.status === "open" ? expireSession(sim, session).changes : [];
}

function createApp(sim: Simulation, secretKey: string, runDue: () => Promise<void>): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use(limitBodies("/v1/files"));
  app.use("/v1/*", dropReplies(sim.knobs));
  app.notFound((context) =>
    context.req.path.startsWith("/c/")
      ? missingPage(pageLanguage(null, context.req.header("accept-language")))
      : noSuchPath(context),
  );
  app.route("/v1", createApi(sim, secretKey));
  app.route("/c", createPages(sim));
  app.route("/_simulator", createControls(sim, runDue));
  return app;
}

function noSuchPath({ req }: Context): Response {
  const message = `Unrecognized request URL (${req.method}: ${req.path}). If it is one of Stripe's, the simulator does not support it.`;
  return Response.json({ error: { type: "invalid_request_error", message } }, { status: 404 });
}
