/** Structured logs: one JSON object a line, without email addresses, tokens or card data. */
import { type Logger, pino } from "pino";

export type { Logger } from "pino";

const SECRETS = [
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

/** Logged properties of errors. Others may hold personal data: rows, replies, headers. */
const KEPT = ["code", "constraint", "table", "syscall", "status", "statusCode", "type", "param", "requestId", "responseCode"];
const ADDRESS = /[^\s<>()"'=:,;]+@[^\s<>()"',;]+\.[^\s<>()"',;]+/g;
/** Causes may be cyclic. */
const DEEPEST = 4;

/** Logs to standard error, or to a file. `tracing` adds the trace's id to each line. */
export function createLog(level: string, file?: string, tracing?: { readonly traceId: string | undefined }): Logger {
  return pino(
    {
      level,
      base: undefined,
      redact: { paths: SECRETS, censor: "[hidden]" },
      serializers: { err: (error: unknown) => describe(error) },
      ...(tracing && { mixin: () => ({ trace_id: tracing.traceId }) }),
    },
    openLines(file === undefined ? { fd: 2, sync: false } : { dest: file, sync: true }),
  );
}

/** Bytes of lines buffered while the disk is full; lines beyond are lost. */
const MOST_WAITING = 1_000_000;

/** Writes log lines. A failed write is retried with the next; a stuck one does not block the exit. */
function openLines(to: { fd: number; sync: false } | { dest: string; sync: true }) {
  const lines = pino.destination({ ...to, maxLength: MOST_WAITING });
  let isStuck = false;
  lines.on("error", () => (isStuck = true));
  lines.on("write", () => (isStuck = false));
  const { flushSync } = lines;
  lines.flushSync = () => {
    if (!isStuck) flushSync.call(lines);
  };
  return lines;
}

function describe(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? hidden(error) : typeof error;
  const fields = Object.entries(error).filter(([name, value]) => KEPT.includes(name) && typeof value !== "object");
  return {
    name: error.name,
    message: hidden(error.message),
    stack: hidden(error.stack ?? ""),
    ...Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "string" ? hidden(value) : value])),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: describe(error.cause, depth + 1) }),
  };
}

function hidden(text: string): string {
  return text.replace(ADDRESS, "[hidden]");
}
