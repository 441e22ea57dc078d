/** Writes down what became of mails, as soon as it is known: one statement for all that came in while the last one was under way. */
import type { Ctx } from "#platform/ctx.server.ts";
import { finishMails, type MailEnd } from "./delivery-store.ts";

export type ResultWriter = {
  add(end: MailEnd): void;
  /** Resolves when all are written; rejects where one could not be, whose mail then stays of unknown fate. */
  written(): Promise<void>;
};

export function writeResults(ctx: Pick<Ctx, "db" | "now">): ResultWriter {
  let waiting: MailEnd[] = [];
  let writing: Promise<void> | undefined;
  const write = async () => {
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await finishMails(ctx.db, some, ctx.now());
    }
    writing = undefined;
  };
  let failure: unknown;
  return {
    add(end) {
      waiting.push(end);
      writing ??= write().catch((error: unknown) => {
        failure = error;
        writing = undefined;
      });
    },
    async written() {
      while (writing) await writing;
      if (failure !== undefined) throw failure;
    },
  };
}
