/** JSON replies and request bodies. */
import type { z } from "zod";
import { err, ok, type Result } from "#shared/result.ts";
import { hasTooMuchJson } from "./body-limits.ts";
import { MOST_BYTES, readText } from "./body.server.ts";

/**
 * An error reply `{error, message}`: a code for API clients and a sentence for people.
 * @param more additional fields
 */
export function jsonError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
  more: Readonly<Record<string, unknown>> = {},
): Response {
  return Response.json({ error, message, ...more }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

/** JSON can encode half a character, which PostgreSQL does not store. */
const LONE_SURROGATE = /\\u[dD][89a-fA-F]/;
const wellFormed = (_name: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

/** A reply for one caller only: never cached. */
export function jsonReply(body: unknown, status = 200): Response {
  const text = JSON.stringify(body);
  // With a length, small replies are sent as they are: compression would have to read the body first.
  const headers = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}

/** Reads and validates a body of at most 64 kB by default. `wrong_shape`: the schema refuses it. */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  mostBytes = MOST_BYTES,
): Promise<Result<T, "too_large" | "not_json" | "wrong_shape">> {
  const text = await readText(request, mostBytes);
  if (text === undefined) return err("too_large");
  if (hasTooMuchJson(text)) return err("wrong_shape");
  let body: unknown;
  try {
    body = LONE_SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
  } catch {
    return err("not_json");
  }
  const parsed = schema.safeParse(body);
  return parsed.success ? ok(parsed.data) : err("wrong_shape");
}

/** A use case's answer as a reply that is not cached. */
export function answerReply(answer: {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}): Response {
  return Response.json(answer.body, { status: answer.status, headers: { "Cache-Control": "no-store", ...answer.headers } });
}
