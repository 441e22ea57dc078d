/** What a failed start says: a sentence where somebody can mend it, the whole trace where the program is at fault. */
import { EnvError } from "#platform/env/env.server.ts";

/** Errors of our own whose message says what to do. Compared by name: two copies of a module may exist. */
const SPEAKING = new Set([EnvError.name, "DataInUseError"]);

export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SPEAKING.has(error.name)) return error.message;
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === "EADDRINUSE") return `Another program is using port ${port}. Stop it, or set PORT to another number.`;
  if (code === "EACCES" && "port" in error) return `This user is not allowed to use port ${port}. Set PORT to another number.`;
  // A host with several addresses: each of them failed.
  if (error instanceof AggregateError) return error.errors.map(explainFailure).join("\n");
  // A file, a folder, a network or a database says no: the words for that are the system's own.
  if ("syscall" in error || "severity" in error) return `The shop cannot start: ${error.message}`;
  return error.stack ?? error.message;
}
