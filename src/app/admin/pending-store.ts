import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Ending } from "#features/lotteries/rules/dates/draw-dates.ts";
import type { Messages } from "#features/lotteries/rules/lottery.ts";
import { PERHAPS_FAILED, shownStateOf } from "#features/orders/server/reading/order-filter-store.ts";
import type { ProposalKind } from "#features/staff/rules/proposals.ts";
import type { Db } from "#platform/postgres/db.server.ts";

/** `draw`: its sales are over. `message`: unanswered. `alert`: unread. `refund`: failed, and still owed. */
export type PendingKind = "dispute" | "complaint" | "handover" | "draw" | "approval" | "refund" | "message" | "alert";

/** `hasTicket`: a valid one, so that a winner can be drawn. */
export type ClosedEnding = Ending & { readonly hasTicket: boolean };

export type PendingRow = {
  readonly kind: PendingKind;
  /** Of the record that its page shows: for a complaint its message, for a refund its order. */
  readonly id: string;
  readonly name: Messages | undefined;
  readonly detail: string | undefined;
  readonly at: Date | undefined;
  readonly ending: ClosedEnding | undefined;
};

/** Enough for a list and a badge; more are not read. */
const MOST_PENDING = 100;

type Wanted = { readonly kinds: readonly PendingKind[]; readonly proposals: readonly ProposalKind[]; readonly now: Date };

/** Pending work of the wanted kinds, at most `MOST_PENDING` of each, in one query. */
export async function listPendingRows(db: Db, { kinds, proposals, now }: Wanted): Promise<PendingRow[]> {
  const parts = partsOf(proposals, now);
  const some = kinds.map((kind) => sql`(${parts[kind]} LIMIT ${MOST_PENDING})`);
  if (some.length === 0) return [];
  const { rows } = await sql<Record<"name" | "name_fr" | "detail", string | null> & Found>`
    SELECT * FROM (${sql.join(some, sql` UNION ALL `)}) AS pending (kind, id, name, name_fr, detail, at, ending)`.execute(db);
  return rows.map(({ name, name_fr, detail, at, ending, ...row }) => ({
    ...row,
    name: name === null ? undefined : { en: name, fr: name_fr ?? undefined },
    detail: detail ?? undefined,
    at: at ?? undefined,
    ending: ending ?? undefined,
  }));
}
type Found = Pick<PendingRow, "kind" | "id"> & { readonly at: Date | null; readonly ending: ClosedEnding | null };

/** `at`: the deadline; of a handover, when the prize was won; of a draw, when its sales closed. */
function partsOf(proposals: readonly ProposalKind[], now: Date): Record<PendingKind, RawBuilder<unknown>> {
  const isSeen: RawBuilder<SqlBool> = proposals.length === 0 ? sql`false` : sql`kind IN (${sql.join([...proposals])})`;
  const hasValidTicket = sql`EXISTS (SELECT FROM tickets t
    WHERE t.lottery_id = l.id AND t.void_at IS NULL AND t.suspended_at IS NULL)`;
  const [none, noEnding] = [sql`NULL::text`, sql`NULL::jsonb`];
  return {
    dispute: sql`SELECT 'dispute', d.id::text, o.order_number, ${none}, ${none}, d.due_by, ${noEnding}
      FROM disputes d JOIN orders o ON o.id = d.order_id
      WHERE d.standing IN ('inquiry', 'open') AND NOT d.is_submitted ORDER BY d.due_by, d.id`,
    complaint: sql`SELECT 'complaint', message_id::text, number, ${none},
      CASE WHEN acknowledged_at IS NULL THEN 'acknowledge' ELSE 'answer' END,
      CASE WHEN acknowledged_at IS NULL THEN acknowledge_by ELSE answer_by END, ${noEnding}
      FROM complaints WHERE answered_at IS NULL ORDER BY 6, id`,
    handover: sql`SELECT 'handover', l.id::text, l.title, l.title_fr, ${none},
      greatest(d.drawn_at, (SELECT max(at) FROM winner_changes c WHERE c.lottery_id = d.lottery_id AND c.place = h.place)),
      ${noEnding}
      FROM draws d JOIN lotteries l ON l.id = d.lottery_id JOIN (
        SELECT lottery_id, 1 AS place, prize_delivered_at FROM draws
        UNION ALL SELECT lottery_id, place, prize_delivered_at FROM prize_handovers
      ) AS h ON h.lottery_id = d.lottery_id
      WHERE d.drawn_at IS NOT NULL AND h.prize_delivered_at IS NULL ORDER BY 6, l.id`,
    draw: sql`SELECT 'draw', l.id::text, l.title, l.title_fr, CASE WHEN l.draws_by_itself THEN 'auto' ELSE 'manual' END,
      l.closes_at,
      jsonb_build_object('endDate', l.end_date, 'endTime', left(l.end_time::text, 5), 'takesFreeEntries', l.takes_free_entries,
        'hasTicket', ${hasValidTicket})
      FROM lotteries l WHERE l.status = 'active' AND l.closes_at <= ${now}
        AND NOT EXISTS (SELECT FROM draws d WHERE d.lottery_id = l.id)
        AND NOT EXISTS (SELECT FROM draw_requests r WHERE r.lottery_id = l.id) ORDER BY l.closes_at, l.id`,
    approval: sql`SELECT 'approval', id::text, ${none}, ${none}, kind, expires_at, ${noEnding}
      FROM proposals WHERE state = 'open' AND expires_at > ${now} AND ${isSeen} ORDER BY expires_at, id`,
    refund: sql`SELECT 'refund', o.id::text, o.order_number, ${none}, ${none}, NULL::timestamptz, ${noEnding}
      FROM orders o WHERE o.id IN ${PERHAPS_FAILED} AND ${shownStateOf("o")} = 'refund_failed' ORDER BY o.settled_at, o.id`,
    message: sql`SELECT 'message', id::text, ${none}, ${none}, ${none}, NULL::timestamptz, ${noEnding}
      FROM contact_messages WHERE done_at IS NULL AND answered_at IS NULL ORDER BY created_at, id`,
    alert: sql`SELECT 'alert', id::text, ${none}, ${none}, ${none}, NULL::timestamptz, ${noEnding}
      FROM alerts WHERE handled_at IS NULL AND seen_at IS NULL ORDER BY id`,
  };
}
