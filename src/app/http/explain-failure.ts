/** The message of a failed start: a sentence for operational errors, the trace for bugs. */
import { EnvError } from "#platform/env/env.server.ts";

/** Errors with helpful messages. Compared by name: two copies of a module may exist. */
const SPEAKING = new Set([EnvError.name, "DataInUseError"]);

export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (SPEAKING.has(error.name)) return error.message;
  const { code, port, syscall, listensAt } = error as { code?: unknown; port?: unknown; syscall?: unknown; listensAt?: unknown };
  if (code === "EADDRINUSE") return `Another program is using port ${port}. Stop it, or set PORT to another number.`;
  if (code === "EACCES" && "port" in error) return `This user is not allowed to use port ${port}. Set PORT to another number.`;
  if (listensAt !== undefined)
    return `The shop cannot listen at ${listensAt}: ${error.message}. Set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`;
  // A host with several addresses: each of them failed.
  if (error instanceof AggregateError) return error.errors.map(explainFailure).join("\n");
  // A start only requires the database.
  if (syscall === "connect" || syscall === "getaddrinfo")
    return `The shop cannot start: ${error.message}. Is the database running, at the address that DATABASE_URL and DATABASE_OWNER_URL name?`;
  // Errors of the system and of PostgreSQL have clear messages.
  if ("syscall" in error || "severity" in error) return `The shop cannot start: ${error.message}`;
  return error.stack ?? error.message;
}
