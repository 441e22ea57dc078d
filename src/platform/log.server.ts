/** Structured logs: one JSON object a line, without e-mail addresses, tokens, or card data. */
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

/** Writes to standard error, so that standard output carries only what people read. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: undefined, redact: { paths: SECRETS, censor: "[hidden]" } },
    pino.destination({ fd: 2, sync: false }),
  );
}
