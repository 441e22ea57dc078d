/** SQL of who reads a page that is the same for everybody but for a name and a number of tickets. */
import { sql } from "kysely";
import { isAdminsSession, isLiveSession } from "#features/accounts/server/live-session-store.ts";
import type { OwnTickets } from "#features/lotteries/rules/lottery.ts";
import { selectOwn } from "#features/lotteries/server/find-lottery.ts";
import type { Db } from "#platform/postgres/db.server.ts";

/** `token` is a session's; `lotteryId` the draw whose page is asked for. */
export type AskedPage = { readonly token: string; readonly lotteryId: string | undefined };

/** One row for each that a living session asks for, with its place in `asked`. */
export async function listReaderRows(db: Db, asked: readonly AskedPage[], at: Date) {
  const tokens = asked.map(({ token }) => token);
  const lotteries = asked.map(({ lotteryId }) => lotteryId ?? null);
  const all = sql<{ token: string; lottery_id: string | null; place: number }>`
    unnest(${tokens}::text[], ${lotteries}::uuid[]) WITH ORDINALITY`;
  const holds = sql<boolean>`
    EXISTS (SELECT FROM orders o WHERE o.user_id = s.user_id AND o.state = 'awaiting_payment' AND o.by_newcomer IS NOT NULL AND o.pay_by > ${at})`;
  const own = sql<OwnTickets>`(${selectOwn(sql`s.user_id`, sql`asked.lottery_id`)})`;
  return (
    db
      .selectFrom(all.as<"asked">(sql`asked(token, lottery_id, place)`))
      .innerJoin("sessions as s", "s.token", "asked.token")
      .innerJoin("users as u", "u.id", "s.user_id")
      .innerJoinLateral(own.as("own"), (join) => join.onTrue())
      .select([
        "u.first_name",
        "s.updated_at",
        isAdminsSession.as("is_staff"),
        holds.as("holds"),
        "own.held",
        "own.bought",
        "own.entries",
      ])
      .select(sql<number>`asked.place::int - 1`.as("place"))
      // Told, not asked for: where PostgreSQL has not counted them lately, it takes those for few and begins with all people.
      .select(sql<boolean>`u.erased_at IS NULL AND u.email IS NOT NULL`.as("is_there"))
      .where((eb) => isLiveSession(eb as never, at))
      .execute()
  );
}
