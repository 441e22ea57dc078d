/** Giving somebody a role, another one, or none, in the transaction that has locked who works here: the log and the mails come with it. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { hasRight, type Role } from "../rules/rights.ts";
import { type Actor, recordChange } from "./actor.ts";
import { deleteAdminRow, insertAdminRow, setAdminRole } from "./admin-store.ts";
import { deleteInvitationsBy } from "./invitation-store.ts";
import { mailRoleChange } from "./tell-staff.ts";

export type RoleWriting = {
  readonly userId: string;
  readonly before: Role | undefined;
  readonly after: Role | undefined;
  /** What the log says besides, such as that nobody else could confirm it. */
  readonly said?: Readonly<Record<string, unknown>> | undefined;
  readonly reason?: string | undefined;
};

/** Where somebody may no longer invite, what they sent opens nothing any more. */
export async function writeRole(
  ctx: Pick<Ctx, "jobs" | "now">,
  tx: Tx,
  actor: Actor | { readonly kind: "owner"; readonly id: string },
  { userId, before, after, said, reason }: RoleWriting,
): Promise<void> {
  const at = ctx.now();
  if (after === undefined) await deleteAdminRow(tx, userId);
  else if (before === undefined) await insertAdminRow(tx, userId, after, at);
  else await setAdminRole(tx, userId, after, at);
  if (!hasRight(after, "staff.write") || (before === "owner" && after !== "owner")) await deleteInvitationsBy(tx, userId);
  const invited = actor.kind === "owner";
  await recordChange(tx, {
    actor,
    action: after === undefined ? "admin.remove" : before ? "admin.role" : invited ? "admin.accept" : "admin.add",
    subjectType: "user",
    subjectId: userId,
    before: before && { role: before },
    after: after || said ? { ...(after && { role: after }), ...said } : undefined,
    reason: reason || undefined,
    at,
  });
  await mailRoleChange(ctx, tx, actor, { userId, before, after });
}
