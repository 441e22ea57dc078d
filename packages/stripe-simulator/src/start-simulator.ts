/** Starts a simulator: a server on this machine that speaks Stripe's wire, keeps its own books, and moves no money. */
import type { Server } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { runBank, runDisputeTurn } from "./actions/bank-course.ts";
import { expireSession } from "./actions/expire-session.ts";
import { runTurn } from "./actions/refund-charge.ts";
import { createApi } from "./api/create-api.ts";
import { createControls } from "./controls/create-controls.ts";
import { createKnobs } from "./knobs.ts";
import { createClock } from "./ledger/clock.ts";
import { type DataFolder, takeDataFolder } from "./ledger/data-folder.ts";
import { type Change, Ledger } from "./ledger/ledger.ts";
import { createPages } from "./page/create-pages.ts";
import { pageLanguage } from "./page/page-language.ts";
import { missingPage } from "./page/sheet-pages.ts";
import type { Log, Simulation } from "./simulation.ts";
import { createWebhooks } from "./webhooks/send-webhooks.ts";
import { createWire } from "./wire/wire.ts";

export type SimulatorOptions = {
  /** 0 or absent: the port of the last run in this data folder if it is free, else any. */
  readonly port?: number;
  /** Keep it to this machine: the pages and controls trust whoever can reach them. */
  readonly host?: string;
  /** Where the ledger is kept, one process at a time. Absent: in memory, gone at the end. */
  readonly dataDir?: string;
  /** The one key that the API takes. Must begin with `sk_test_`. */
  readonly secretKey: string;
  /** Signs the webhooks, `whsec_…`. */
  readonly webhookSecret: string;
  /** Events wait until there is one. */
  readonly webhookUrl?: string;
  /** The event types sent to the webhook; all when absent. Every event can be listed all the same. */
  readonly webhookEvents?: readonly string[];
  /** The address that payers see before `/c/pay/…`, without a slash at the end; the server's own when absent. */
  readonly publicUrl?: string;
  readonly log?: Log;
  readonly now?: () => Date;
};

export type StripeSimulator = {
  /** Such as `http://127.0.0.1:41023`, for the SDK's `protocol`, `host` and `port`. */
  readonly url: string;
  readonly port: number;
  /** Answers a request without the network. Forward only `/c/` to it: the controls take whatever comes this way for their own process. */
  fetch(request: Request): Promise<Response>;
  setWebhookUrl(url: string | undefined): void;
  /** Answers what is under way, puts everything on disk and frees the port. */
  stop(): Promise<void>;
};

const LARGEST_BODY = 256 * 1024;
/** How often the agenda is looked at. */
const TICK_MS = 500;

/**
 * Starts a simulator and resolves when it listens.
 *
 * @throws when the key is not a test key, the port is taken, or another process uses the data folder
 */
export async function startStripeSimulator(options: SimulatorOptions): Promise<StripeSimulator> {
  if (!options.secretKey.startsWith("sk_test_"))
    throw new Error("The simulator takes only a test key: secretKey must begin with sk_test_");
  const { host = "127.0.0.1", log = () => {} } = options;
  const folder = options.dataDir === undefined ? undefined : await takeDataFolder(options.dataDir);
  try {
    const clock = createClock(options.now ?? (() => new Date()));
    const ledger = await Ledger.open(clock, folder);
    const knobs = createKnobs();
    let publicUrl = options.publicUrl?.replace(/\/$/, "");
    const wire = createWire(() => publicUrl ?? "");
    const types = options.webhookEvents && new Set<string>(options.webhookEvents);
    const webhooks = createWebhooks({ ledger, clock, knobs, wire, log, secret: options.webhookSecret, types });
    const sim: Simulation = {
      clock,
      ledger,
      knobs,
      wire,
      log,
      commit: (changes) => commit(ledger, webhooks.send, changes),
      resend: webhooks.resend,
    };

    const app = createApp(sim, options.secretKey);
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    // Longer than any client keeps an idle connection, or the two would race to close it.
    server.keepAliveTimeout = 120_000;
    const port = await listen(server, host, options.port ?? 0, folder);
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    publicUrl ??= url;
    webhooks.setUrl(options.webhookUrl);
    const ticking = setInterval(
      () => runDue(sim).catch((error: unknown) => log("error", "the agenda failed", { error })),
      TICK_MS,
    ).unref();

    return {
      url,
      port,
      fetch: async (request) => app.fetch(request),
      setWebhookUrl: (webhookUrl) => webhooks.setUrl(webhookUrl),
      async stop() {
        clearInterval(ticking);
        await close(server);
        webhooks.stop();
        await ledger.close();
        await folder?.release();
      },
    };
  } catch (error) {
    await folder?.release();
    throw error;
  }
}

/** Events leave only after the disk has them: nobody hears of a payment that a crash could undo. */
async function commit(
  ledger: Ledger,
  send: (event: Extract<Change, readonly ["event", unknown]>[1]) => void,
  changes: readonly Change[],
): Promise<void> {
  await ledger.commit(changes);
  for (const change of changes) if (change[0] === "event") send(change[1]);
}

const RUNS = { refund: runTurn, charge: runBank, dispute: runDisputeTurn } as const;

/** Carries out what has fallen due: sessions that expire, refunds and disputes that turn, banks that dispute. */
async function runDue(sim: Simulation): Promise<void> {
  const done: Promise<void>[] = [];
  const now = sim.clock.seconds();
  for (let due = sim.ledger.agenda.take(now); due !== undefined; due = sim.ledger.agenda.take(now)) {
    const session = due.kind === "session" ? sim.ledger.sessions.get(due.id) : undefined;
    if (session?.status === "open") done.push(sim.commit(expireSession(sim, session).changes));
    const changes = due.kind === "session" ? [] : RUNS[due.kind](sim, due.id);
    if (changes.length > 0) done.push(sim.commit(changes));
  }
  await Promise.all(done);
}

type Bindings = { Bindings: Partial<HttpBindings> };

function createApp(sim: Simulation, secretKey: string): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use(bodyLimit({ maxSize: LARGEST_BODY }));
  app.use("/v1/*", async (context, next) => {
    await next();
    if (!sim.knobs.strikes(sim.knobs.settings.dropReplies)) return;
    const { outgoing } = context.env ?? {};
    if (outgoing === undefined) throw new TypeError("fetch failed (the simulator's knob `dropReplies`)");
    outgoing.destroy();
    context.res = RESPONSE_ALREADY_SENT;
  });
  app.notFound((context) =>
    context.req.path.startsWith("/c/")
      ? missingPage(pageLanguage(null, context.req.header("accept-language")))
      : noSuchPath(context),
  );
  app.route("/v1", createApi(sim, secretKey));
  app.route("/c", createPages(sim));
  app.route(
    "/_simulator",
    createControls(sim, () => runDue(sim)),
  );
  return app;
}

function noSuchPath({ req }: Context): Response {
  const message = `Unrecognized request URL (${req.method}: ${req.path}). If it is one of Stripe's, the simulator does not support it.`;
  return Response.json({ error: { type: "invalid_request_error", message } }, { status: 404 });
}

async function listen(server: Server, host: string, wanted: number, folder: DataFolder | undefined): Promise<number> {
  const tries = wanted === 0 && folder?.lastPort !== undefined ? [folder.lastPort, 0] : [wanted];
  for (const [index, port] of tries.entries()) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve();
        });
      });
      break;
    } catch (error) {
      server.removeAllListeners("error");
      if (index === tries.length - 1) throw error;
    }
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  await folder?.rememberPort(address.port);
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A reply that takes longer than this hangs on a knob.
  const timeouts = setTimeout(() => server.closeAllConnections(), 2000);
  await closed;
  clearTimeout(timeouts);
}
