/** Delivers events to one webhook, at least once each, in parallel and in any order, until it answers 2xx. */
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Knobs } from "../knobs.ts";
import type { Log } from "../serve.ts";

const AT_ONCE = 32;
const TIMEOUT_MS = 20_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
const SHUFFLE_MS = 500;

export type Webhooks<Event> = {
  send(event: Event): void;
  resend(event: Event, times: number): void;
  /** Changes the receiver; waiting events are sent there at once. */
  setUrl(url: string | undefined): void;
  stop(): void;
};

type Options<Event> = {
  readonly knobs: Knobs;
  readonly log: Log;
  readonly types: ReadonlySet<string> | undefined;
  undelivered(): Iterable<Event>;
  settled(event: Event): void;
  bodyOf(event: Event): string;
  headersOf(body: string): Readonly<Record<string, string>>;
};

export function createWebhooks<Event extends { readonly id: string; readonly type: string }>({
  knobs,
  log,
  types,
  ...options
}: Options<Event>): Webhooks<Event> {
  const poster = createPoster({ maxSockets: AT_ONCE, timeoutMs: TIMEOUT_MS });
  const underWay = new Map<string, NodeJS.Timeout | undefined>();
  let url: URL | undefined;
  let stopped = false;

  const post = async (event: Event, to: URL): Promise<boolean> => {
    const body = options.bodyOf(event);
    const facts = { event: event.id, type: event.type };
    try {
      const status = await poster.post(to, body, options.headersOf(body));
      if (status >= 200 && status < 300) return true;
      log("warn", "the webhook refused an event", { ...facts, status });
    } catch (error) {
      if (!stopped) log("warn", "the webhook was not reached", { ...facts, error: String(error) });
    }
    return false;
  };

  const settle = (event: Event): void => {
    underWay.delete(event.id);
    if (!stopped) options.settled(event);
  };

  const attempt = async (event: Event, tries: number): Promise<void> => {
    underWay.set(event.id, undefined);
    if (url !== undefined && (await post(event, url))) settle(event);
    else wait(event, retryAfter(tries), tries + 1);
  };

  const wait = (event: Event, ms: number, tries: number): void => {
    if (stopped) return;
    underWay.set(event.id, setTimeout(() => void attempt(event, tries), ms).unref());
  };

  const resend = (event: Event, times: number): void => {
    for (let copy = 0; copy < times && url !== undefined; copy++) void post(event, url);
  };

  const send = (event: Event): void => {
    const { dropWebhooks, duplicateWebhooks, shuffleWebhooks } = knobs.settings;
    if (types !== undefined && !types.has(event.type)) {
      settle(event);
      return;
    }
    if (url === undefined || underWay.has(event.id)) return;
    if (knobs.strikes(dropWebhooks)) {
      settle(event);
      return;
    }
    resend(event, duplicateWebhooks > 1 ? Math.floor(duplicateWebhooks) : Number(knobs.strikes(duplicateWebhooks)));
    if (knobs.strikes(shuffleWebhooks)) wait(event, Math.random() * SHUFFLE_MS, 0);
    else void attempt(event, 0);
  };

  return {
    send,
    resend,
    setUrl(wanted) {
      url = wanted === undefined ? undefined : new URL(wanted);
      for (const event of options.undelivered()) {
        const timer = underWay.get(event.id);
        clearTimeout(timer);
        if (timer !== undefined) underWay.delete(event.id);
        send(event);
      }
    },
    stop() {
      stopped = true;
      for (const timer of underWay.values()) clearTimeout(timer);
      poster.close();
    },
  };
}

/** Doubles after each failure, with jitter. */
function retryAfter(tries: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS) * (0.75 + Math.random() / 4);
}

type Poster = {
  /** Resolves with the status. Rejects without an answer in time. */
  post(url: URL, body: string, headers: Readonly<Record<string, string>>): Promise<number>;
  /** Aborts running requests. */
  close(): void;
};

/** One POST over kept-alive connections: cheaper than `fetch`, which matters with three events a payment. */
function createPoster({ maxSockets, timeoutMs }: { readonly maxSockets: number; readonly timeoutMs: number }): Poster {
  const options = { keepAlive: true, maxSockets, scheduling: "lifo" } as const;
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);
  return {
    post: (url, body, headers) =>
      new Promise((resolve, reject) => {
        const secure = url.protocol === "https:";
        const request = (secure ? httpsRequest : httpRequest)(url, {
          agent: secure ? https : http,
          method: "POST",
          headers: { ...headers, "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) },
          timeout: timeoutMs,
        });
        request.on("timeout", () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
        request.on("error", reject);
        request.on("response", (response) => {
          response.on("end", () => resolve(response.statusCode ?? 0));
          response.on("error", reject);
          response.resume();
        });
        request.end(body);
      }),
    close() {
      http.destroy();
      https.destroy();
    },
  };
}
