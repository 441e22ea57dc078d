/** What every loader and action of the back office begins with, and how it takes the answers of use-cases. */
import type { RouterContextProvider } from "react-router";
import type { Ctx } from "#platform/ctx.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import type { Err, Result } from "#shared/result.ts";
import { adminOf } from "./admin-of.ts";
import { proofNeeded } from "./ask-proof.ts";
import { notAllowed } from "./not-allowed.ts";

export type AdminCall = Awaited<ReturnType<typeof adminCall>>;

/** Who calls, and what the address asks for. Whoever is no administrator is sent home (a thrown redirect). */
export async function adminCall(context: Readonly<RouterContextProvider>, request: Request) {
  const actor = await adminOf(context, request);
  return { ctx: ctxOf(context), actor, request, search: new URL(request.url).searchParams };
}

/**
 * What a page shows and stays whole without.
 *
 * @param failure for the log, where it could not be read
 * @returns undefined in that case; the page says so, with status 503
 */
export async function readOrLog<Value>(
  ctx: Pick<Ctx, "log">,
  reading: Promise<Result<Value, "forbidden">>,
  failure: string,
): Promise<Value | undefined> {
  const read = await reading.catch((error: unknown) => {
    ctx.log.error({ err: error }, failure);
    return undefined;
  });
  if (read?.ok === false) throw notAllowed();
  return read?.value;
}

type Everywhere = "forbidden" | "proof_needed";
/** A use-case's answer without what every page says alike. */
type Left<Answer> = Answer extends { readonly ok: false; readonly error: infer E extends string }
  ? Exclude<E, Everywhere> extends never
    ? never
    : Omit<Answer, "error"> & { readonly error: Exclude<E, Everywhere> }
  : Answer;

type Call = {
  readonly ctx: Pick<Ctx, "log">;
  readonly request: Request;
  /** Sent again once the password is given; a call without one asks for none. */
  readonly form?: URLSearchParams;
  /** For the log. */
  readonly about?: Readonly<Record<string, unknown>>;
};

/**
 * What an action carries out. That a role does not reach so far, or a password is to be asked for first, is thrown as every page says it.
 *
 * @param failure for the log, where it threw
 * @returns the answer, or `failed` where it threw
 */
export async function carryOut<Acting extends Promise<{ readonly ok: true } | { readonly ok: false; readonly error: string }>>(
  { ctx, request, form = new URLSearchParams(), about }: Call,
  acting: Acting,
  failure: string,
): Promise<Left<Awaited<Acting>> | Err<"failed">> {
  const acted = await acting.catch((error: unknown): Err<"failed"> => {
    ctx.log.error({ err: error, ...about }, failure);
    return { ok: false, error: "failed" };
  });
  if (!acted.ok && acted.error === "forbidden") throw notAllowed();
  if (!acted.ok && acted.error === "proof_needed") throw proofNeeded(request, form);
  return acted as Left<Awaited<Acting>> | Err<"failed">;
}
