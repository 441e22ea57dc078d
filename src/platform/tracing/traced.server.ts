/** Spans of outgoing calls (database, payment provider, mail server) and of jobs. */
import type { LogEvent } from "kysely";
import type { Jobs } from "#platform/jobs/jobs.server.ts";
import type { JobData, JobName } from "#platform/jobs/queues.ts";
import type { Mailer } from "../mail/mail.server.ts";
import type { PaymentProvider } from "../payments/payments.server.ts";
import { type SpanFacts, type Tracing, within } from "./tracing.server.ts";

const LONGEST_TEXT = 1_000;

/** Records each finished statement through kysely's log, without its values. */
export function traceStatements(tracing: Tracing): (event: LogEvent) => void {
  return (event) => {
    const { sql } = event.query;
    const { name, operation } = nameOf(sql);
    const facts = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.text": sql.slice(0, LONGEST_TEXT),
    };
    const failure = event.level === "error" ? event.error : undefined;
    tracing.ended({ name, kind: "client", facts }, event.queryDurationMillis, failure);
  };
}

/** A statement's name, such as `select orders`: the first word, and the first table. */
function nameOf(sql: string): { readonly name: string; readonly operation: string } {
  const operation = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update)\s+"?(?:\w+"?\."?)?([a-z]\w*)/i.exec(sql)?.[1];
  return { name: table ? `${operation} ${table}` : operation, operation };
}

/**
 * A provider whose calls are spans. `readEvent` makes no call. A list is one span from its first row to its
 * last.
 */
export function traceProvider(provider: PaymentProvider, tracing: Tracing): PaymentProvider {
  const methods = Object.entries(provider).map(([name, value]) => {
    if (typeof value !== "function" || name === "readEvent") return [name, value];
    const method = value as (...all: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;
    const traced = (...args: unknown[]) => {
      const work = {
        name: `${provider.name} ${name}`,
        kind: "client",
        facts: { "concours.provider": provider.name, ...orderOf(args[0]) },
      } as const;
      const span = tracing.begin(work);
      let answer: Promise<unknown> | AsyncIterable<unknown>;
      try {
        answer = span.run(() => method.apply(provider, args));
      } catch (error) {
        span.end(undefined, error);
        throw error;
      }
      return answer instanceof Promise ? endAfter(answer, span.end) : endAfterLast(answer, span.end);
    };
    return [name, traced];
  });
  return Object.fromEntries(methods) as PaymentProvider;
}

type End = (facts?: SpanFacts, failure?: unknown) => void;

async function endAfter(answer: Promise<unknown>, end: End): Promise<unknown> {
  try {
    const result = await answer;
    end(orderOf(result));
    return result;
  } catch (error) {
    end(undefined, error);
    throw error;
  }
}

async function* endAfterLast(rows: AsyncIterable<unknown>, end: End): AsyncIterable<unknown> {
  let failure: unknown;
  try {
    yield* rows;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    end(undefined, failure);
  }
}

/** The order's id in a request or reply connects the traces of a purchase. */
function orderOf(value: unknown): SpanFacts {
  if (typeof value !== "object" || value === null) return {};
  if ("orderId" in value && typeof value.orderId === "string") return { "concours.order": value.orderId };
  return "value" in value ? orderOf(value.value) : {};
}

/** A mailer whose mails are spans with the outcome and the server's code, without recipient or content. */
export function traceMailer(mailer: Mailer, tracing: Tracing): Mailer {
  return {
    send: (mail) =>
      within(tracing, { name: "smtp send", kind: "client" }, () => mailer.send(mail), {
        factsOf: (sent) =>
          sent.ok ? { "concours.mail": "taken" } : { "concours.mail": sent.error, "concours.mail.code": sent.code },
      }),
    close: () => mailer.close(),
  };
}

/** Tasks repeated more often get no span: most runs find nothing to do. Their outgoing calls do. */
const LEAST_TRACED_SECONDS = 15;

type WithTraceparent = { readonly traceparent?: string };

/** Jobs that continue the trace of the request which enqueued them. */
export function traceJobs(jobs: Jobs, tracing: Tracing): Jobs {
  const withTraceparent = <N extends JobName>(data: JobData[N]): JobData[N] & WithTraceparent => {
    const { carried } = tracing;
    return carried === undefined ? data : { ...data, traceparent: carried };
  };
  return {
    ...jobs,
    get stopping() {
      return jobs.stopping;
    },
    send: (tx, name, data) => jobs.send(tx, name, withTraceparent(data)),
    sendWithin: (name, data, run) => jobs.sendWithin(name, withTraceparent(data), run),
    work: (name, handler, concurrency) =>
      jobs.work(
        name,
        (data: JobData[typeof name] & WithTraceparent) => {
          const { traceparent: carried, ...jobData } = data;
          const facts = { "messaging.destination.name": name, ...orderOf(data) };
          const work = { name: `${name} process`, kind: "consumer", facts } as const;
          return within(tracing, work, () => handler(jobData as JobData[typeof name]), { parent: { carried } });
        },
        concurrency,
      ),
    repeat(task) {
      if (task.everySeconds < LEAST_TRACED_SECONDS) return jobs.repeat(task);
      const work = { name: `task ${task.name}`, kind: "internal" } as const;
      jobs.repeat({ ...task, run: () => within(tracing, work, () => task.run(), { parent: "none" }) });
    },
  };
}
