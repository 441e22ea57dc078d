/** Turns an exception of a use case into a log entry and a value that the page can show. */

import { failureLevel } from "#shared/overload.ts";
import { type Err, err } from "#shared/result.ts";
import type { Ctx } from "../ctx.server.ts";

/**
 * The result of `work`; undefined if it throws.
 * @param failure the text of the log entry
 */
export async function orLogged<Value>(ctx: Pick<Ctx, "log">, work: Promise<Value>, failure: string): Promise<Value | undefined> {
  const answer = await orFailed(
    ctx,
    work.then((value) => ({ ok: true, value })),
    failure,
  );
  return answer.ok ? answer.value : undefined;
}

/**
 * The result of `work`, or the refusal `failed` if it throws.
 * @param failure the text of the log entry
 * @param about further fields of the log entry
 */
export function orFailed<Answer>(
  ctx: Pick<Ctx, "log">,
  work: Promise<Answer>,
  failure: string,
  about?: Readonly<Record<string, unknown>>,
): Promise<Answer | Err<"failed">> {
  return work.catch((error: unknown) => {
    ctx.log[failureLevel(error)]({ err: error, ...about }, failure);
    return err("failed");
  });
}
