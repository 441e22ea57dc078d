/** Work behind requests as spans: each job in the trace of whoever made it necessary, and each round of a repeated task. */
import type { JobData, JobName, Jobs } from "../jobs/jobs.server.ts";
import { orderOf } from "./traced.server.ts";
import { type Tracing, within } from "./tracing.server.ts";

/** Rounds that come more often would be most of all traces, and nearly all find nothing to do. What they do send is told all the same. */
const RAREST_UNTOLD_SECONDS = 15;

type Carrying = { readonly traceparent?: string };

export function traceJobs(jobs: Jobs, tracing: Tracing): Jobs {
  const carrying = <N extends JobName>(data: JobData[N]): JobData[N] & Carrying => {
    const { carried } = tracing;
    return carried === undefined ? data : { ...data, traceparent: carried };
  };
  return {
    ...jobs,
    get stopping() {
      return jobs.stopping;
    },
    send: (tx, name, data) => jobs.send(tx, name, carrying(data)),
    sendWithin: (name, data, run) => jobs.sendWithin(name, carrying(data), run),
    work: (name, handler, concurrency) =>
      jobs.work(
        name,
        (data: JobData[typeof name] & Carrying) => {
          const { traceparent: carried, ...own } = data;
          const facts = { "messaging.destination.name": name, ...orderOf(data) };
          const work = { name: `${name} process`, kind: "consumer", facts } as const;
          return within(tracing, work, () => handler(own as JobData[typeof name]), { parent: { carried } });
        },
        concurrency,
      ),
    repeat(task) {
      if (task.everySeconds < RAREST_UNTOLD_SECONDS) return jobs.repeat(task);
      const work = { name: `task ${task.name}`, kind: "internal" } as const;
      jobs.repeat({ ...task, run: () => within(tracing, work, () => task.run(), { parent: "none" }) });
    },
  };
}
