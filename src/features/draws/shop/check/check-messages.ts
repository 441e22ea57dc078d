/** Messages between the page, which fetches files, and the worker, which checks the draw. */
import type { MerklePath, StepResult } from "@concours/draw-protocol";
import type { WitnessCheck } from "@concours/draw-protocol/timestamp";
import type { ShownFacts } from "../../rules/shown-facts.ts";
import type { TicketQuery } from "../../rules/ticket-query.ts";

/** A picture as served now. `bytes`: undefined if it is missing. */
export type PictureFile = { readonly path: string; readonly bytes: Uint8Array | undefined };

/**
 * Messages to the worker. `list` announces an entry list and its length in bytes; its pieces follow, then
 * `listed`. `verify` repeats the draw with that list, `find` searches it for a ticket.
 */
export type ToWorker =
  | { readonly kind: "list"; readonly bytes: number | undefined }
  | { readonly kind: "piece"; readonly piece: Uint8Array }
  | { readonly kind: "listed" }
  | {
      readonly kind: "verify";
      readonly proofText: string;
      readonly shown: ShownFacts;
      readonly pictures: readonly PictureFile[];
    }
  | { readonly kind: "find"; readonly query: TicketQuery; readonly shown: ShownFacts };

/**
 * `in`: whether the ticket is in the list, or `bad_list` if the file is no list. `index`: its line, from 0;
 * `n`: the number of lines. `agrees`: the ticket's path leads to the published root.
 */
export type Found =
  | {
      readonly in: true;
      readonly line: string;
      readonly number: number;
      readonly index: number;
      readonly n: number;
      readonly path: MerklePath;
      readonly root: string;
      readonly agrees: boolean;
    }
  | { readonly in: false; readonly n: number; readonly root: string; readonly agrees: boolean }
  | { readonly in: "bad_list" };

/**
 * `lines`: how many lines were read so far; `read`: all were. `step`: the result of a step, then `verified`.
 * `found`: the reply to `find`.
 */
export type FromWorker =
  | { readonly kind: "lines"; readonly lines: number }
  | { readonly kind: "read" }
  | { readonly kind: "step"; readonly result: StepResult }
  | { readonly kind: "witness"; readonly check: WitnessCheck }
  | { readonly kind: "verified" }
  | { readonly kind: "not_a_proof"; readonly problem: string }
  | { readonly kind: "found"; readonly found: Found };
