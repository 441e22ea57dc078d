import type { Worker } from "node:cluster";
import type { Services } from "#platform/services.server.ts";
import type { Figures, WorkerCount } from "#platform/workers.server.ts";

export type FromWorker =
  /** It runs, and waits for the services' addresses. */
  | { readonly says: "begun" }
  /** It serves; `greeting` is the start's message. */
  | { readonly says: "ready"; readonly greeting: string }
  | { readonly says: "figures"; readonly figures: Figures }
  | { readonly says: "here" }
  | { readonly says: "gather"; readonly id: number };

export type ToWorker =
  | { readonly says: "services"; readonly services: Services; readonly opens: boolean }
  | { readonly says: "count"; readonly count: WorkerCount }
  | { readonly says: "there?" }
  | { readonly says: "tell" }
  | { readonly says: "gathered"; readonly id: number; readonly all: Figures[] }
  | { readonly says: "stop"; readonly gently: boolean };

/** A disconnected worker receives nothing. */
export function sayTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}
