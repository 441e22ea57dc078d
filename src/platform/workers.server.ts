/** The processes of one shop on this machine (WORKERS), as each of them sees them. */
import type { Registry } from "prom-client";

/** One process's metrics, as `Registry.getMetricsAsJSON` returns them. */
export type Figures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** How many processes serve, and how many should. */
export type WorkerCount = { readonly ready: number; readonly wanted: number };

export type Workers = {
  readonly count: WorkerCount;
  /** The metrics of all processes, ended ones included; undefined if there is only this one. */
  gather(): Promise<Figures[] | undefined>;
};

/** A shop of one process. */
export const ALONE: Workers = { count: { ready: 1, wanted: 1 }, gather: async () => undefined };
