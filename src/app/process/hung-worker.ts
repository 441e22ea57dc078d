/** Detects workers that hang but keep their connections. */
import type { ChildProcess } from "node:child_process";
import type { Logger } from "#platform/log.server.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

const ASK_MS = 5_000;
/** Longer than any blocking work, also on an overloaded machine. */
const SILENCE_MS = 60_000;

type Watched = Pick<ChildProcess, "pid" | "connected" | "kill" | "send" | "on" | "once">;

/** Pings a worker and kills it after a long silence, unless its version never answers. */
export function watchForSilence(
  worker: Watched,
  log: Logger,
  { askMs = ASK_MS, silenceMs = SILENCE_MS }: { readonly askMs?: number; readonly silenceMs?: number } = {},
): void {
  let unanswered: number | undefined;
  const hear = (message: FromWorker) => {
    if (message.says === "here") unanswered = 0;
  };
  const timer = setInterval(() => {
    if (unanswered !== undefined && unanswered * askMs >= silenceMs) {
      log.error({ worker: worker.pid, silenceMs }, "a worker does not answer any more: it is ended");
      clearInterval(timer);
      // A hung process does not handle SIGTERM.
      worker.kill("SIGKILL");
      return;
    }
    if (unanswered !== undefined) unanswered++;
    const message: ToWorker = { says: "there?" };
    if (worker.connected) worker.send(message, () => undefined);
  }, askMs).unref();
  worker.on("message", hear);
  worker.once("exit", () => clearInterval(timer));
}
