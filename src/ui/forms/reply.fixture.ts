/** Replies of actions, for tests. */
import { expect } from "vitest";
import type { FormReply } from "./reply.ts";

/** Matches a reply that has this error. */
export const refusedFor = (code: string) =>
  expect.toSatisfy(({ refused }: FormReply) => Object.values(refused?.error ?? {}).some((codes) => codes?.includes(code)));

/** Matches the reply of a successful form. */
export const doneWith = (intent: string) =>
  expect.toSatisfy((reply: FormReply) => reply.intent === intent && reply.refused === undefined);

/** The router's data for a page whose form was refused. */
export function refusedReply(intent: string, code: string, field = "", typed: Readonly<Record<string, string>> = {}): never {
  return { intent, refused: { status: "error", error: { [field]: [code] }, initialValue: { intent, ...typed } } } as never;
}
