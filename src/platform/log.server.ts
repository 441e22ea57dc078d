/** Structured logs: one JSON object per line, without email addresses, tokens or card data. */
import { type Logger, pino } from "pino";

export type { Logger } from "pino";

const REDACTED = [
  "password",
  "token",
  "authorization",
  "cookie",
  "email",
  "*.password",
  "*.token",
  "*.email",
  "headers.cookie",
  "headers.authorization",
];

/** Logged fields of errors. Others may hold personal data: rows, replies, headers. */
const LOGGED_FIELDS = [
  "code",
  "constraint",
  "table",
  "syscall",
  "status",
  "statusCode",
  "type",
  "param",
  "requestId",
  "responseCode",
];
const ADDRESS = /[^\s<>()"'=:,;]+@[^\s<>()"',;]+\.[^\s<>()"',;]+/g;
/** Causes may be cyclic. */
const MOST_CAUSES = 4;

/** Logs to standard error, or to a file. `tracing` adds the trace's id to each line. */
export function createLog(level: string, file?: string, tracing?: { readonly traceId: string | undefined }): Logger {
  return pino(
    {
      level,
      base: undefined,
      redact: { paths: REDACTED, censor: "[hidden]" },
      serializers: { err: (error: unknown) => describe(error) },
      ...(tracing && { mixin: () => ({ trace_id: tracing.traceId }) }),
    },
    openDestination(file === undefined ? { fd: 2, sync: false } : { dest: file, sync: true }),
  );
}

/** Bytes of lines buffered while the disk is full; further lines are lost. */
const MOST_BUFFERED = 1_000_000;

/**
 * The file or stream to which lines are written. A failed write is retried with the next line; a stuck one
 * does not block the exit.
 */
function openDestination(to: { fd: number; sync: false } | { dest: string; sync: true }) {
  const lines = pino.destination({ ...to, maxLength: MOST_BUFFERED });
  let isStuck = false;
  lines.on("error", () => (isStuck = true));
  lines.on("write", () => (isStuck = false));
  const { flushSync } = lines;
  lines.flushSync = () => {
    if (!isStuck) flushSync.call(lines);
  };
  return lines;
}

/** The loggable fields of an error and its causes. */
function describe(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? withoutAddresses(error) : typeof error;
  const fields = Object.entries(error).filter(([name, value]) => LOGGED_FIELDS.includes(name) && typeof value !== "object");
  return {
    name: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ""),
    ...Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "string" ? withoutAddresses(value) : value])),
    ...(error.cause !== undefined && depth < MOST_CAUSES && { cause: describe(error.cause, depth + 1) }),
  };
}

function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, "[hidden]");
}
