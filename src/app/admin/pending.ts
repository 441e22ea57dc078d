/** What waits for staff: the numbers in the sidebar, and the tasks of the dashboard with their deadlines. */
import { hasRight, type Right, type Role } from "#features/access/rules/rights.ts";
import { autoFreezeDue, entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { HANDOVER_DAYS } from "#features/lotteries/rules/prize/handover.ts";
import { kindsSeenBy } from "#features/staff/rules/proposals.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Waiting } from "./links.ts";
import { type ClosedEnding, listPendingRows, type PendingKind, type PendingRow } from "./pending-store.ts";

const RIGHTS: Readonly<Record<PendingKind, Right>> = {
  dispute: "disputes.read",
  complaint: "messages.read",
  handover: "winners.read",
  draw: "draws.read",
  approval: "approvals.read",
  refund: "orders.read",
  message: "messages.read",
  alert: "alerts.read",
};

/**
 * `cards`: postal cards for a closed draw must be keyed in before `due`. `empty`: a closed draw without
 * a valid ticket has to be ended. `due` is undefined for: at once.
 */
export type Task = {
  readonly kind: Exclude<PendingKind, "message" | "alert"> | "cards" | "empty";
  readonly id: string;
  readonly name: Messages | undefined;
  readonly detail: string | undefined;
  readonly due: Date | undefined;
};

const DAY_MS = 86_400_000;
/** The scheduled job freezes an automatic draw within this time; later, a person has to look. */
const FREEZES_WITHIN_MS = 3_600_000;

type Reading = Pick<Ctx, "db" | "now">;

export async function listPending(ctx: Reading, role: Role | undefined): Promise<{ tasks: readonly Task[]; waiting: Waiting }> {
  const now = ctx.now();
  const kinds = (Object.keys(RIGHTS) as PendingKind[]).filter((kind) => hasRight(role, RIGHTS[kind]));
  const rows = await listPendingRows(ctx.db, { kinds, proposals: kindsSeenBy(role), now });
  const tasks = rows
    .flatMap((row) => taskOf(row, now))
    .filter(({ kind }) => kind !== "cards" || hasRight(role, "entries.read"))
    .toSorted((a, b) => (a.due?.getTime() ?? 0) - (b.due?.getTime() ?? 0));
  const count = (of: string, list: readonly { kind: string }[]) => list.filter(({ kind }) => kind === of).length;
  return {
    tasks,
    waiting: {
      messages: count("message", rows),
      alerts: count("alert", rows),
      complaints: count("complaint", tasks),
      disputes: count("dispute", tasks),
      approvals: count("approval", tasks),
      cards: count("cards", tasks),
    },
  };
}

function taskOf({ kind, id, name, detail, at, ending }: PendingRow, now: Date): Task[] {
  if (kind === "message" || kind === "alert") return [];
  if (kind === "draw") return ending ? closedDraw({ id, name, detail, ending }, now) : [];
  const due = kind === "handover" && at ? new Date(at.getTime() + HANDOVER_DAYS * DAY_MS) : at;
  return [{ kind, id, name, detail, due }];
}

type Closed = Pick<Task, "id" | "name" | "detail"> & { readonly ending: ClosedEnding };

/** Until its entries are due, a closed draw waits for its postal cards; then for its winner, or its end. */
function closedDraw({ ending, ...draw }: Closed, now: Date): Task[] {
  const isAuto = draw.detail === "auto";
  const due = isAuto ? autoFreezeDue(ending) : entriesDue(ending);
  if (now < due) return ending.takesFreeEntries ? [{ ...draw, kind: "cards", due }] : [];
  if (!ending.hasTicket) return [{ ...draw, kind: "empty", due }];
  const isDrawnByItself = isAuto && now.getTime() < due.getTime() + FREEZES_WITHIN_MS;
  return isDrawnByItself ? [] : [{ ...draw, kind: "draw", due }];
}
