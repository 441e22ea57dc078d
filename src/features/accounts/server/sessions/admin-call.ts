/**
 * How loaders and actions of the back office call use-cases: who calls, and what `forbidden` and
 * `reauth_needed` become.
 */
import type { RouterContextProvider } from "react-router";
import { actorOf } from "#features/access/server/actor.ts";
import { notAllowed } from "#features/access/server/not-allowed.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { orFailed, orLogged } from "#platform/request/or-failed.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import type { Err, Result } from "#shared/result.ts";
import { reauthNeeded, reauthNeededForFile } from "./ask-reauth.ts";
import { requireAdmin } from "./find-visitor.ts";

export type AdminCall = Awaited<ReturnType<typeof adminCall>>;

/** What a loader or action of the back office needs. Redirects visitors who are not administrators. */
export async function adminCall(context: Readonly<RouterContextProvider>, request: Request) {
  const actor = actorOf(await requireAdmin(context, request));
  return { ctx: ctxOf(context), actor, request, search: new URL(request.url).searchParams };
}

/** For optional parts of a page: logs a failed read and returns undefined. */
export async function readOrLog<Value>(
  ctx: Pick<Ctx, "log">,
  reading: Promise<Result<Value, "forbidden">>,
  failure: string,
): Promise<Value | undefined> {
  const read = await orLogged(ctx, reading, failure);
  return read && permitted(read).value;
}

export type Answered = { readonly ok: true } | { readonly ok: false; readonly error: string };
/** An answer without the refusals `Alike`, which were thrown. */
type Left<Answer, Alike extends string> = Answer extends { readonly ok: false; readonly error: infer E extends string }
  ? Exclude<E, Alike> extends never
    ? never
    : Omit<Answer, "error"> & { readonly error: Exclude<E, Alike> }
  : Answer;

/** The use-case's answer. Throws the 403 page for `forbidden`. */
export function permitted<Answer extends Answered>(answer: Answer): Left<Answer, "forbidden"> {
  if (!answer.ok && answer.error === "forbidden") throw notAllowed();
  return answer as Left<Answer, "forbidden">;
}

/** The same for files: `reauth_needed` redirects to re-authentication and from there to the file. */
export function permittedFile<Answer extends Answered>(
  request: Request,
  answer: Answer,
): Left<Answer, "forbidden" | "reauth_needed"> {
  if (!answer.ok && answer.error === "reauth_needed") throw reauthNeededForFile(request);
  return permitted(answer) as Left<Answer, "forbidden" | "reauth_needed">;
}

type Call = {
  readonly ctx: Pick<Ctx, "log">;
  readonly request: Request;
  /** Resubmitted after re-authentication. Calls without a form submit no fields. */
  readonly form?: URLSearchParams;
  /** Ids for the log line of a failure. */
  readonly about?: Readonly<Record<string, unknown>>;
};

/**
 * Awaits a use-case. Throws the 403 page for `forbidden` and the re-authentication page for
 * `reauth_needed`. An exception is logged with `failure` and becomes `failed`.
 */
export async function runAction<UseCase extends Promise<Answered>>(
  { ctx, request, form = new URLSearchParams(), about }: Call,
  useCase: UseCase,
  failure: string,
): Promise<Left<Awaited<UseCase>, "forbidden" | "reauth_needed"> | Err<"failed">> {
  const result = await orFailed<Answered>(ctx, useCase, failure, about);
  if (!result.ok && result.error === "reauth_needed") throw reauthNeeded(request, form);
  return permitted(result) as Left<Awaited<UseCase>, "forbidden" | "reauth_needed"> | Err<"failed">;
}
