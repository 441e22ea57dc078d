/** Reads visitors by their session tokens. */
import { sql } from "kysely";
import { isAdminsSession, liveBounds, isWithinBounds } from "#features/accounts/server/sessions/live-session-store.ts";
import { selectOwnTickets } from "#features/lotteries/server/find-lottery.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import type { LocalizedText } from "#shared/language/locale.ts";
import type { OwnHold, OwnTickets } from "#shared/me.ts";

/** The token of a session, and the draw of the page if it is about one. */
export type MeRequest = { readonly token: string; readonly lotteryId: string | undefined };
type HoldRow = Omit<OwnHold, "title"> & { readonly title: LocalizedText };

/**
 * One row for each request with a valid session. Without `withAdmin`, the lookup of staff is left out: it
 * has failed.
 */
export async function listMeRows(db: Db, requests: readonly MeRequest[], at: Date, withAdmin: boolean) {
  const tokens = requests.map(({ token }) => token);
  const lotteries = requests.map(({ lotteryId }) => lotteryId ?? null);
  const all = sql<{ token: string; lottery_id: string | null; place: number }>`
    unnest(${tokens}::text[], ${lotteries}::uuid[]) WITH ORDINALITY`;
  // Matches the partial index of open payment pages.
  const holds = sql<readonly HoldRow[] | null>`
    (SELECT json_agg(json_build_object('orderId', o.id, 'lotteryId', o.lottery_id, 'title', json_build_object('en', l.title, 'fr', l.title_fr),
        'quantity', o.quantity, 'until', floor(extract(epoch FROM o.pay_by) * 1000), 'payUrl', o.payment_url) ORDER BY o.pay_by)
      FROM orders o JOIN lotteries l ON l.id = o.lottery_id
      WHERE o.user_id = s.user_id AND o.state = 'awaiting_payment' AND o.by_newcomer IS NOT NULL AND o.pay_by > ${at} AND o.payment_url IS NOT NULL)`;
  const own = sql<OwnTickets>`(${selectOwnTickets(sql`s.user_id`, sql`request.lottery_id`)})`;
  return (
    db
      .selectFrom(all.as<"request">(sql`request(token, lottery_id, place)`))
      .innerJoin("sessions as s", "s.token", "request.token")
      .innerJoin("users as u", "u.id", "s.user_id")
      .innerJoinLateral(own.as("own"), (join) => join.onTrue())
      .select(["u.first_name", "s.id as session_id", "s.updated_at", holds.as("holds")])
      .select(["own.held", "own.bought", "own.entries"])
      .select((withAdmin ? isAdminsSession : sql<boolean>`false`).as("is_staff"))
      .select(sql<number>`request.place::int - 1`.as("place"))
      // Selected, not a condition: without recent statistics, PostgreSQL would start with all such users.
      .select(sql<boolean>`u.erased_at IS NULL AND u.email IS NOT NULL`.as("is_there"))
      .where((eb) => isWithinBounds(eb as never, liveBounds(at), withAdmin ? isAdminsSession : sql<boolean>`true`))
      .execute()
  );
}
