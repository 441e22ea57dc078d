/** The list of users in the back office, and their numbers on the dashboard. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { withShownPhone } from "#features/accounts/server/profile/phone.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { countUserRows, countUsersByDay, listUserRows, type UserRow, type UserSort } from "./users-store.ts";

export const USERS_PER_PAGE = 25;
export const USER_SORTS: readonly UserSort[] = ["name", "birthDate", "joined"];

type Reader = Pick<Ctx, "db" | "log" | "now">;

/**
 * A page of users. `found`: how many match the search; `total`: all accounts; `today`: accounts opened since
 * midnight in London.
 */
export type UserList = {
  readonly users: readonly UserRow[];
  readonly found: number;
  readonly total: number;
  readonly today: number;
};

/** Accounts that match `q`: words of a name, address or phone number. `page` counts from 1. */
export async function listUsers(
  ctx: Reader,
  actor: Actor,
  query: { readonly q: string; readonly sort: UserSort; readonly descending: boolean; readonly page: number },
): Promise<Result<UserList, "forbidden">> {
  if (!(await may(ctx, actor, "people.read"))) return err("forbidden");
  const { q, sort, descending, page } = query;
  const [users, total, today, found] = await Promise.all([
    listUserRows(ctx.db, { q, sort, descending, limit: USERS_PER_PAGE, offset: (page - 1) * USERS_PER_PAGE }),
    countUserRows(ctx.db),
    countUserRows(ctx.db, { since: startOfLondonDay(londonDate(ctx.now())) }),
    q === "" ? undefined : countUserRows(ctx.db, { q }),
  ]);
  return ok({ users: users.map(withShownPhone), found: found ?? total, total, today });
}

/** All accounts, and those opened since a day in London, by day. */
export async function countUsers(
  ctx: Reader,
  actor: Actor,
  since: Day,
): Promise<Result<{ total: number; joined: readonly { day: Day; users: number }[] }, "forbidden">> {
  if (!(await may(ctx, actor, "sales.read"))) return err("forbidden");
  const [total, joined] = await Promise.all([countUserRows(ctx.db), countUsersByDay(ctx.db, startOfLondonDay(since))]);
  return ok({ total, joined });
}
