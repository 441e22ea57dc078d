/** Assigns a message to a member of staff. */
import { rolesWith } from "#features/access/rules/rights.ts";
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { lockMessageRow } from "../inbox-store.ts";
import { setAssignee } from "./entry-store.ts";
import { listAssigneeRows } from "./staff-names-store.ts";

export type Assignee = { readonly id: string; readonly name: string };
/** `no_assignee`: no such member of staff, or one who may not answer. */
export type AssignError = "forbidden" | "not_found" | "no_assignee";

/** Staff who may answer messages, by name. */
export async function listAssignees(ctx: Pick<Ctx, "db">): Promise<readonly Assignee[]> {
  return listAssigneeRows(ctx.db, rolesWith("messages.write"));
}

/** Assigns the message; an empty id removes the assignment. Idempotent. */
export async function assignMessage(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { messageId, assigneeId }: { readonly messageId: string; readonly assigneeId: string },
): Promise<Result<undefined, AssignError>> {
  if (!(await may(ctx, actor, "messages.write"))) return err("forbidden");
  if (!isUuid(messageId)) return err("not_found");
  const assignee = assigneeId === "" ? undefined : (await listAssignees(ctx)).find(({ id }) => id === assigneeId);
  if (assigneeId !== "" && !assignee) return err("no_assignee");
  return ctx.db.transaction().execute(async (tx) => {
    const message = await lockMessageRow(tx, messageId);
    if (!message) return err("not_found");
    if (message.assignedTo === assignee?.id) return ok();
    await setAssignee(tx, messageId, assignee?.id ?? null);
    const change = { before: { assigned_to: message.assignedTo ?? null }, after: { assigned_to: assignee?.id ?? null } };
    await recordChange(tx, {
      ...{ actor, action: "message.assign", subjectType: "message", subjectId: messageId, at: ctx.now() },
      ...change,
    });
    return ok();
  });
}
