/** Lists complaints for staff and players, and alerts staff about overdue ones. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { findAddressSince } from "#features/accounts/server/profile/profile.ts";
import type { Visitor } from "#features/accounts/server/sessions/read-session.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { readOrderNumber } from "#shared/money/order-number.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type ComplaintView, type OwnComplaint, overdueOf } from "../rules/complaint.ts";
import {
  type Complaint,
  countComplaintRows,
  countDue,
  countOverdueRows,
  findComplaintOf,
  type ListedComplaint,
  listComplaintRows,
  listComplaintsFrom,
  listLateRows,
  lockComplaintOf,
} from "./complaint-store.ts";

export type { Complaint } from "./complaint-store.ts";

export const COMPLAINTS_PER_PAGE = 25;
/** Months that the figures cover. */
const FIGURES_MONTHS = 12;

/** Complaints that are due or answered, and those answered in time. */
export type ComplaintFigures = { readonly due: number; readonly inTime: number };
/** `found`: matches of the filter. `open`, `late`: of all. */
export type Complaints = {
  readonly complaints: readonly ListedComplaint[];
  readonly found: number;
  readonly open: number;
  readonly late: number;
} & ComplaintFigures;

/** A page of complaints, counted from 1. `q`: a complaint's number. */
export async function listComplaints(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  query: { readonly q: string; readonly view: ComplaintView; readonly page: number },
): Promise<Result<Complaints, "forbidden">> {
  if (!(await may(ctx, actor, "messages.read"))) return err("forbidden");
  const now = ctx.now();
  // An invalid number matches nothing.
  const number = query.q === "" ? undefined : (readOrderNumber(query.q) ?? "");
  const filter = { view: query.view, number, now };
  const [complaints, found, open, late, figures] = await Promise.all([
    listComplaintRows(ctx.db, filter, { limit: COMPLAINTS_PER_PAGE, offset: (query.page - 1) * COMPLAINTS_PER_PAGE }),
    countComplaintRows(ctx.db, filter),
    countComplaintRows(ctx.db, { view: "open", number: undefined, now }),
    countOverdueRows(ctx.db, now),
    measureComplaints(ctx),
  ]);
  return ok({ complaints, found, open, late, ...figures });
}

/** The complaint of a message; undefined without one, or without the right. */
export async function showComplaint(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  messageId: string | undefined,
): Promise<Complaint | undefined> {
  if (!isUuid(messageId) || !(await may(ctx, actor, "messages.read"))) return undefined;
  return findComplaintOf(ctx.db, messageId);
}

/** Complaints of twelve months that are due or answered, without withdrawn ones. */
export async function measureComplaints(ctx: Pick<Ctx, "db" | "now">): Promise<ComplaintFigures> {
  const now = ctx.now();
  return countDue(ctx.db, addMonths(now, -FIGURES_MONTHS), now);
}

/** How many complaints are late. */
export async function countOverdue(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  return countOverdueRows(ctx.db, ctx.now());
}

type Player = Pick<Visitor, "id" | "email" | "emailVerified" | "firstName" | "lastName" | "createdAt">;

/** The player's complaints, newest first. Those from an address count as theirs once it is verified. */
export async function listOwnComplaints(ctx: Pick<Ctx, "db">, player: Player): Promise<readonly OwnComplaint[]> {
  if (!player.emailVerified) return [];
  const complaints = await listComplaintsFrom(ctx.db, { ...player, since: await findAddressSince(ctx, player) });
  return complaints.map(({ number, subject, madeAt, answerBy, acknowledgedAt, answeredAt, outcome, answer }) => ({
    ...{ number, subject, madeAt, answeredAt, outcome, answer },
    answerBy: new Date(answerBy.getTime() - 1),
    isConfirmed: acknowledgedAt !== undefined,
  }));
}

/** Whether the text is the number of the player's own complaint. */
export async function isOwnComplaint(ctx: Pick<Ctx, "db">, player: Player, typed: string): Promise<boolean> {
  const number = readOrderNumber(typed);
  return number !== undefined && (await listOwnComplaints(ctx, player)).some((complaint) => complaint.number === number);
}

/** Complaints per query. */
const AT_ONCE = 500;

/** Raises an alert for each late complaint. */
export async function alertOverdueComplaints(ctx: Pick<Ctx, "db" | "now">, atOnce = AT_ONCE): Promise<void> {
  const at = ctx.now();
  for (let after: string | undefined; ;) {
    const late = await listLateRows(ctx.db, { now: at, after, limit: atOnce });
    for (const { messageId } of late) await ctx.db.transaction().execute((tx) => raiseOverdueAlert(tx, messageId, at));
    after = late.at(-1)?.id;
    if (late.length < atOnce) return;
  }
}

/** Under the lock: an alert about a complaint answered or erased meanwhile would never be withdrawn. */
async function raiseOverdueAlert(tx: Tx, messageId: string, at: Date): Promise<void> {
  const complaint = await lockComplaintOf(tx, messageId);
  const overdue = complaint && overdueOf(complaint, at);
  if (!overdue) return;
  const subject = { type: "shop", id: messageId } as const;
  const facts = { number: complaint.number };
  if (overdue === "acknowledge") return raiseAlert(tx, { kind: "complaint_unconfirmed", subject, facts, at });
  await withdrawAlert(tx, { kind: "complaint_unconfirmed", subject, at });
  await raiseAlert(tx, { kind: "complaint_unanswered", subject, facts, at });
}
