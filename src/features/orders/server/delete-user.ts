/** An administrator deletes somebody: live tickets are refunded first, and the log keeps who did it. */
import { type Actor, type ProvenRefusal, recordChange, requireProven } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, type Result } from "#shared/result.ts";
import { type EraseError, eraseUser } from "./erase-user.ts";

export type DeleteUserError = EraseError | ProvenRefusal;

/**
 * Erases a person; orders, payments and proofs stay under a pseudonym.
 *
 * @returns `forbidden` for everybody but administrators; `proof_needed`; `not_found` for unknown and erased ones; `administrator`, who is dismissed on the command line first; `address_changed`; `frozen` between the freeze of a
 *          draw with their tickets and its result: then nothing has changed
 */
export async function deleteUser(ctx: Ctx, actor: Actor, userId: string): Promise<Result<undefined, DeleteUserError>> {
  const proven = await requireProven(ctx, actor, "people.erase");
  if (!proven.ok) return proven;
  if (!isUuid(userId)) return err("not_found");
  return eraseUser(ctx, userId, {
    tickets: "refund",
    record: (tx) =>
      recordChange(tx, {
        actor,
        action: "user.delete",
        subjectType: "user",
        subjectId: userId,
        after: { erased: true },
        at: ctx.now(),
      }),
  });
}
