/** Background jobs: queues in the same database, so that a transaction can enqueue its jobs. */
import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { type ConstructorOptions, fromKysely, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "../log.server.ts";
import type { Tx } from "../postgres/db.server.ts";
import { WritingClient } from "../postgres/writing-client.server.ts";
import { type JobData, type JobName, QUEUES } from "./queues.ts";

/** The INSERT of a job for use in a `WITH` clause; it takes effect only if `condition` is true. */
export type JobPart = (condition: RawBuilder<unknown>) => RawBuilder<unknown>;

export type Jobs = {
  /** Enqueues a job with the transaction. */
  send<N extends JobName>(tx: Tx, name: N, data: JobData[N]): Promise<void>;
  /** Enqueues within one statement, if and only if its condition is true. Does not notify workers. */
  sendWithin<N extends JobName, T>(name: N, data: JobData[N], run: (job: JobPart) => Promise<T>): Promise<T>;
  /** Works a queue with twice `concurrency` jobs at a time. Failed jobs are retried with back-off. */
  work<N extends JobName>(name: N, handler: (data: JobData[N]) => Promise<void>, concurrency?: number): Promise<void>;
  /** Runs a task in this process again and again. */
  repeat(task: Repeated): void;
  /** Aborted when a stop begins. Long work should end at a point from which it can resume. */
  readonly stopping: AbortSignal;
  stop(): Promise<void>;
};

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;

const POLL_SECONDS = 1;
/** Poll interval of queues whose workers are notified. */
const NOTIFIED_POLL_SECONDS = 15;
const TIMEOUT_MS = 5_000;
/** How long a stop waits for connections to close; those of an unreachable database never do. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Query timeout of the queues; shorter than the timeout of a transaction that enqueues a job. */
const ANSWER_MS = 15_000;

/** Creates or updates the queues, as the tables' owner. pg-boss uses the schema `pgboss`. */
export async function prepareQueues(ownerUrl: string, log: Logger): Promise<void> {
  const boss = connectBoss(ownerUrl, log, { migrate: true, supervise: false });
  await boss.start();
  try {
    for (const [name, queue] of Object.entries(QUEUES)) {
      const settings = {
        ...queue,
        // Mail jobs come with every payment, and transactions that NOTIFY commit one at a time in PostgreSQL.
        notify: name !== "mail",
        retryDelay: FIRST_PAUSE_SECONDS,
        retryBackoff: true,
        retryDelayMax: LONGEST_PAUSE_SECONDS,
        expireInSeconds: 120,
        deleteAfterSeconds: 86_400,
      };
      await boss.createQueue(name, settings);
      // An existing queue keeps its settings unless they are updated.
      await boss.updateQueue(name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

function connectBoss(url: string, log: Logger, settings: Partial<ConstructorOptions>): PgBoss {
  // pg-boss passes unknown options on to `pg`.
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: "concours-jobs",
    schedule: false,
    ...{ keepAlive: true, Client: WritingClient },
    ...settings,
  });
  // pg-boss emits copies of errors, which are no `Error`.
  boss.on("error", ({ message, stack }) => log.warn({ err: Object.assign(new Error(message), { stack }) }, "job queue"));
  return boss;
}

/**
 * Sends and works jobs of queues created by `prepareQueues`. The shop's own role suffices.
 * @param onRound called after each run of a repeated task, for metrics
 */
export async function startJobs(
  url: string,
  log: Logger,
  onRound: OnRound = () => undefined,
  answerMs = ANSWER_MS,
): Promise<Jobs> {
  const boss = connectBoss(url, log, { migrate: false, useListenNotify: true, ...{ query_timeout: answerMs } });
  await boss.start();
  const stops: (() => Promise<void>)[] = [];
  const workedQueues = new Set<JobName>();
  const stopping = new AbortController();

  return {
    stopping: stopping.signal,
    async send(tx, name, data) {
      await boss.send(name, data, { db: fromKysely(tx) });
    },
    async sendWithin<T>(name: string, data: object, run: (job: JobPart) => Promise<T>) {
      const done: T[] = [];
      await boss.send(name, data, {
        db: {
          async executeSql(text, values) {
            done.push(await run(conditionalInsert(text, values)));
            return { rows: [] };
          },
        },
      });
      const [result] = done;
      if (done.length !== 1) throw new Error(`the job queue asked ${done.length} statements for one job`);
      return result as T;
    },
    async work(name, handler, concurrency = 2) {
      workedQueues.add(name);
      await boss.work(
        name,
        {
          pollingIntervalSeconds: POLL_SECONDS,
          notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS,
          batchSize: concurrency,
          // While batches are full, poll without a pause.
          burstWhenBatchFull: true,
          localConcurrency: 2,
          perJobResults: true,
        },
        (jobs) => Promise.all(jobs.map(({ id, data }) => jobResult(id, handler(data as JobData[typeof name])))),
      );
    },
    repeat: (task) => stops.push(repeatedly(task, log, onRound)),
    async stop() {
      stopping.abort();
      await Promise.all([
        ...stops.map((stop) => stop()),
        ...[...workedQueues].map((name) => boss.offWork(name, { wait: false })),
      ]);
      const stopped = boss.stop({ graceful: true, timeout: TIMEOUT_MS });
      await Promise.race([stopped, sleep(TIMEOUT_MS + CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Rewrites pg-boss's own statement, which takes the jobs as one JSON list: an empty one if the condition is
 * false.
 */
function conditionalInsert(text: string, values: readonly unknown[] = []): JobPart {
  const [before, after, ...more] = text.split("$1");
  const [list] = values;
  const isInsert = /^\s*INSERT INTO/.test(text) && typeof list === "string";
  if (!isInsert || values.length !== 1 || before === undefined || after === undefined || more.length > 0)
    throw new Error("the job queue writes its jobs in another way than this part of a statement expects");
  return (condition) => sql`${sql.raw(before)}(CASE WHEN ${condition} THEN ${list} ELSE '[]' END)${sql.raw(after)}`;
}

/** Tells pg-boss whether a job succeeded; a failed one is retried. */
function jobResult(id: string, work: Promise<void>): Promise<JobResult> {
  return work.then(
    () => ({ id, status: "completed" }),
    (error: unknown) => ({
      id,
      status: "failed",
      output: error instanceof Error ? { message: error.message, stack: error.stack } : error,
    }),
  );
}

/** A repeated task; it must be safe to interrupt anywhere. */
type Repeated = { readonly name: string; readonly everySeconds: number; run(): Promise<unknown> };

type OnRound = (round: { name: string; ok: boolean; seconds: number }) => void;

/** A task that is repeated less often runs first after this time. */
const LONGEST_FIRST_WAIT_SECONDS = 3600;
/** How long a stop waits for a round under way. */
const STOP_TIMEOUT_MS = 5_000;

/** Repeats a task, `everySeconds` after the end of each run. Returns how to stop it. */
function repeatedly(task: Repeated, log: Logger, onRound: OnRound): () => Promise<void> {
  let running = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout;
  const next = (seconds: number) => {
    timer = setTimeout(() => {
      const begun = performance.now();
      const report = (ok: boolean) => onRound({ name: task.name, ok, seconds: (performance.now() - begun) / 1000 });
      running = task
        .run()
        .then(
          () => report(true),
          (error: unknown) => {
            log.error({ err: error, task: task.name }, "a repeated task failed");
            report(false);
          },
        )
        .then(() => {
          if (!stopped) next(task.everySeconds);
        });
    }, seconds * 1000);
    timer.unref();
  };
  next(Math.min(task.everySeconds, LONGEST_FIRST_WAIT_SECONDS));
  return async () => {
    stopped = true;
    clearTimeout(timer);
    // A round may hang on a service. Tasks are safe to interrupt anywhere.
    await Promise.race([running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}
