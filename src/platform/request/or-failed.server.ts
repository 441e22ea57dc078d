/** Turns a use-case's exception into a log entry and a failure message on the page. */

import { failureLevel } from "#shared/overload.ts";
import { type Err, err } from "#shared/result.ts";
import type { Ctx } from "../ctx.server.ts";

export async function orLogged<Value>(ctx: Pick<Ctx, "log">, work: Promise<Value>, failure: string): Promise<Value | undefined> {
  const answer = await orFailed(
    ctx,
    work.then((value) => ({ ok: true, value })),
    failure,
  );
  return answer.ok ? answer.value : undefined;
}

export function orFailed<Answer>(
  ctx: Pick<Ctx, "log">,
  acting: Promise<Answer>,
  failure: string,
  about?: Readonly<Record<string, unknown>>,
): Promise<Answer | Err<"failed">> {
  return acting.catch((error: unknown) => {
    ctx.log[failureLevel(error)]({ err: error, ...about }, failure);
    return err("failed");
  });
}
