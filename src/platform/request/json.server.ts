import type { z } from "zod";
import { err, ok, type Result } from "#shared/result.ts";
import { isTooBig } from "./body-limits.ts";
import { MOST_BYTES, readText } from "./body.server.ts";

/** `{error, message}`: a code for API clients and a sentence for people. `more` are additional fields. */
export function jsonError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
  more: Readonly<Record<string, unknown>> = {},
): Response {
  return Response.json({ error, message, ...more }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

/** JSON can spell lone surrogates, which PostgreSQL does not store. */
const HALVES = /\\u[dD][89a-fA-F]/;
const whole = (_name: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

/** For one caller only: never cached. */
export function jsonReply(body: unknown, status = 200): Response {
  const text = JSON.stringify(body);
  // With a length, small replies are sent as they are: compression would have to read the body first.
  const headers = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}

/** Reads a body of at most 64 kB by default. `wrong_shape` if the schema refuses. */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  most = MOST_BYTES,
): Promise<Result<T, "too_large" | "not_json" | "wrong_shape">> {
  const text = await readText(request, most);
  if (text === undefined) return err("too_large");
  if (isTooBig(text)) return err("wrong_shape");
  let body: unknown;
  try {
    body = HALVES.test(text) ? JSON.parse(text, whole) : JSON.parse(text);
  } catch {
    return err("not_json");
  }
  const parsed = schema.safeParse(body);
  return parsed.success ? ok(parsed.data) : err("wrong_shape");
}

export function answerReply(answer: {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}): Response {
  return Response.json(answer.body, { status: answer.status, headers: { "Cache-Control": "no-store", ...answer.headers } });
}
