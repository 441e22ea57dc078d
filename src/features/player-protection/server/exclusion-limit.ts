import type { Actor } from "#features/access/server/actor.ts";
import { countExclusionsWithoutApproval } from "#features/access/server/admin-store.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { EXCLUSIONS_WITHOUT_APPROVAL } from "#features/accounts/rules/person/safer-play.ts";
import { needsSecondAdmin } from "#features/staff/server/approvals/propose.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

const DAY_MS = 86_400_000;

/**
 * Whether an administrator has used up the day's exclusions and deletions without approval. `userId`: the
 * next person.
 */
export async function exceedsExclusionLimit({ now }: Pick<Ctx, "now">, tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  if (actor.kind !== "admin") return false;
  const since = new Date(now().getTime() - DAY_MS);
  const people = await countExclusionsWithoutApproval(tx, { actorId: actor.id, besides: userId, since });
  return people >= EXCLUSIONS_WITHOUT_APPROVAL && (await needsSecondAdmin(tx, actor, "person_erase"));
}

/** Informs the staff. Exclusions protect players and never wait for approval. */
export async function alertManyExclusions(ctx: Pick<Ctx, "log" | "now">, tx: Tx, actor: Actor): Promise<void> {
  if (actor.kind !== "admin") return;
  const subject = { type: "shop", id: `kept out by ${actor.id}` } as const;
  await raiseAlert(tx, { kind: "many_kept_out", subject, at: ctx.now() });
  ctx.log.warn({ alert: "many_kept_out", actor: actor.id }, "an administrator has excluded many people");
}
