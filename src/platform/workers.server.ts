/** What a process that serves knows of the others of the same shop (src/app/workers.ts). */
import type { Registry } from "prom-client";

/** All that one process has counted, as `Registry.getMetricsAsJSON` has it. */
export type Figures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** How many processes serve, and how many should. */
export type WorkerCount = { readonly ready: number; readonly wanted: number };

export type Workers = {
  readonly count: WorkerCount;
  /** What all of them have counted, and those before them that have ended; undefined where there is only this one. */
  gather(): Promise<Figures[] | undefined>;
};

/** A shop of one process. */
export const ALONE: Workers = { count: { ready: 1, wanted: 1 }, gather: async () => undefined };
