/** Lists messages for staff, and alerts them about messages that wait for too long. */
import { type Actor, adminIdOf, may } from "#features/access/server/actor.ts";
import { raiseAlertOnce, withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { answeredByNow } from "../rules/inbox.ts";
import { listAssignees } from "./conversations/assign-message.ts";
import {
  countInboxRows,
  countWaitingRows,
  findMessageRow,
  type InboxFilter,
  type InboxMessage,
  listInboxRows,
} from "./inbox-store.ts";

export const MESSAGES_PER_PAGE = 25;

type Context = Pick<Ctx, "db" | "log">;
/** `found`: matches of the filter. `open`: of all. */
export type Inbox = { readonly messages: readonly ListedMessage[]; readonly found: number; readonly open: number };
/** `assignee`: the name of the member of staff; undefined if they may no longer answer. */
type ListedMessage = InboxMessage & { readonly assignee: string | undefined };

/** A page of messages, counted from 1. */
export async function listInbox(
  ctx: Context,
  actor: Actor,
  filter: InboxFilter & { readonly page: number },
): Promise<Result<Inbox, "forbidden">> {
  if (!(await may(ctx, actor, "messages.read"))) return err("forbidden");
  const assignees = await listAssignees(ctx);
  const own = { ...filter, own: adminIdOf(actor), assignees: assignees.map(({ id }) => id) };
  const [messages, found, open] = await Promise.all([
    listInboxRows(ctx.db, own, { limit: MESSAGES_PER_PAGE, offset: (filter.page - 1) * MESSAGES_PER_PAGE }),
    countInboxRows(ctx.db, own),
    countInboxRows(ctx.db, { q: "", view: "open" }),
  ]);
  const nameOf = new Map(assignees.map(({ id, name }) => [id, name]));
  const listed = messages.map((message) => ({ ...message, assignee: nameOf.get(message.assignedTo ?? "") }));
  return ok({ messages: listed, found, open });
}

/** Raises an alert while messages wait for longer than the contact page promises. */
export async function alertWaitingMessages(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = ctx.now();
  const rows = await countWaitingRows(ctx.db, answeredByNow(at));
  const alert = { kind: "messages_wait", subject: { type: "shop", id: "messages" }, at } as const;
  await (rows > 0 ? raiseAlertOnce(ctx.db, { ...alert, facts: { rows } }) : withdrawAlert(ctx.db, alert));
}

/** One message. Does not mark it as read. */
export async function showMessage(
  ctx: Context,
  actor: Actor,
  id: string | undefined,
): Promise<Result<InboxMessage, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "messages.read"))) return err("forbidden");
  const message = isUuid(id) ? await findMessageRow(ctx.db, id) : undefined;
  return message ? ok(message) : err("not_found");
}
