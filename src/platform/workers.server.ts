import type { Registry } from "prom-client";

/** One process's metrics, as `Registry.getMetricsAsJSON` returns them. */
export type Figures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export type WorkerCount = { readonly ready: number; readonly wanted: number };

export type Workers = {
  readonly count: WorkerCount;
  /** The metrics of all processes, ended ones included; undefined if there is only this one. */
  gather(): Promise<Figures[] | undefined>;
};

export const ALONE: Workers = { count: { ready: 1, wanted: 1 }, gather: async () => undefined };
