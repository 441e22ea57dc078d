import type { Registry } from "prom-client";

/** All that one process has counted, as `Registry.getMetricsAsJSON` has it. */
export type Figures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export type WorkerCount = { readonly ready: number; readonly wanted: number };

export type Workers = {
  readonly count: WorkerCount;
  /** What all of them have counted, and those before them that have ended; undefined where there is only this one. */
  gather(): Promise<Figures[] | undefined>;
};

export const ALONE: Workers = { count: { ready: 1, wanted: 1 }, gather: async () => undefined };
