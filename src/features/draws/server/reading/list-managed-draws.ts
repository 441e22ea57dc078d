/** Draws for staff, with entries, players and winner. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { showPhone } from "#features/accounts/server/profile/phone.ts";
import { listPublicNames } from "#features/accounts/server/profile/profile.ts";
import { autoFreezeDue, drawDates, entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { canDrawEarly } from "#features/lotteries/rules/lifecycle.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { prizeTitle } from "#features/lotteries/rules/prize/further-prizes.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import { listWaitingCards } from "#features/staff/server/approvals/list-proposals.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { ManagedDraw, Person } from "../../rules/managed-draw.ts";
import { placesOf, winningTicket } from "../../rules/won-prizes.ts";
import { listTicketOwners } from "../winners/winner-store.ts";
import { stateOf } from "./find-draw.ts";
import { type DrawSort, listDrawIds } from "./managed-store.ts";
import { countPlayers, countSuspended } from "./participant-store.ts";
import { type DrawRow, findDrawRow, listDrawRows } from "./reading-store.ts";

export const DRAWS_PER_PAGE = 25;
/** The columns that the list can be sorted by. */
export const DRAW_SORTS: readonly DrawSort[] = ["title", "price", "value", "end", "newest"];

type Reading = Pick<Ctx, "db" | "log" | "now" | "beacon">;

/** The present winning tickets of further prizes. */
function furtherWins({ id: lotteryId }: Lottery, row: DrawRow | undefined) {
  const result = row?.result;
  if (!result) return [];
  return placesOf(result).flatMap((place) => {
    const ticketNumber = winningTicket(result, place);
    return place === 1 || ticketNumber === undefined ? [] : [{ lotteryId, place, ticketNumber }];
  });
}

/** The contact of an account; empty names if nothing of it is stored. */
export function personOf(id: string, contacts: Awaited<ReturnType<typeof listContacts>>): Person {
  const contact = contacts.get(id);
  return {
    id,
    firstName: contact?.firstName ?? "",
    lastName: contact?.lastName ?? "",
    email: contact?.email,
    phone: contact?.phone === undefined ? undefined : showPhone(contact.phone),
    dialled: contact?.phone,
  };
}

/** The winners' contacts; without the right to see players, only their public names. */
async function winnersFor(ctx: Reading, actor: Actor, ids: readonly string[]): Promise<(id: string) => Person> {
  if (await may(ctx, actor, "people.read")) {
    const contacts = await listContacts(ctx, ids);
    return (id) => personOf(id, contacts);
  }
  const names = await listPublicNames(ctx, ids);
  return (id) => ({ id: "", firstName: names.get(id) ?? "", lastName: "", email: undefined, phone: undefined });
}

async function toManaged(
  ctx: Reading,
  actor: Actor,
  lotteries: readonly Lottery[],
  rows: ReadonlyMap<string, DrawRow>,
): Promise<ManagedDraw[]> {
  const ids = lotteries.map(({ id }) => id);
  const further = lotteries.flatMap((lottery) => furtherWins(lottery, rows.get(lottery.id)));
  const owners = await listTicketOwners(ctx.db, further);
  const ofFurther = further.flatMap(({ lotteryId, ticketNumber }) => owners(lotteryId, ticketNumber) ?? []);
  const winnerIds = [...new Set([...lotteries.flatMap(({ winnerId }) => winnerId ?? []), ...ofFurther])];
  const [players, suspended, winners, cards] = await Promise.all([
    countPlayers(ctx.db, ids),
    countSuspended(ctx.db, ids),
    winnersFor(ctx, actor, winnerIds),
    listWaitingCards(ctx),
  ]);
  return lotteries.map((lottery) => {
    const row = rows.get(lottery.id);
    const due = entriesDue(lottery);
    const excluded = suspended.get(lottery.id) ?? { tickets: 0, players: 0 };
    const { id, shortNumber, title, description, pricePerTicket, priceValue, status, endDate, endTime } = lottery;
    return {
      ...{ id, shortNumber, title, description, pricePerTicket, priceValue, status, endDate, endTime },
      images: lottery.images.map(({ picture }) => picture),
      dates: drawDates(lottery),
      entriesDue: due,
      autoFreezeDue: autoFreezeDue(lottery),
      isBeforeDue: ctx.now() < due,
      mayBeEarly: canDrawEarly(lottery).ok,
      state: lottery.status === "draft" || !row ? { name: "draft" } : stateOf(ctx, lottery, row, cards),
      isRequested: row?.requestedAt !== undefined,
      autoDraw: row?.autoDraw ?? false,
      entries: { total: row?.committed?.inputs.n ?? (row?.valid ?? 0) - excluded.tickets, free: row?.free ?? 0 },
      players: (players.get(lottery.id) ?? 0) - excluded.players,
      suspended: excluded,
      winner:
        lottery.winnerId !== undefined && row?.result
          ? { person: winners(lottery.winnerId), ticketNumber: winningTicket(row.result) ?? 0 }
          : undefined,
      furtherWinners: further
        .filter(({ lotteryId }) => lotteryId === id)
        .flatMap(({ place, ticketNumber }) => {
          const owner = owners(id, ticketNumber);
          if (owner === undefined) return [];
          return [{ place, title: prizeTitle(lottery, place), ticketNumber, person: winners(owner) }];
        }),
    };
  });
}

/** A page of draws; requires the right `draws.read`. */
export async function listManagedDraws(
  ctx: Reading,
  actor: Actor,
  {
    page,
    sort,
    descending,
    isArchived = false,
  }: {
    readonly sort: DrawSort;
    readonly descending: boolean;
    readonly page: number;
    readonly isArchived?: boolean;
  },
): Promise<Result<{ draws: readonly ManagedDraw[]; total: number }, "forbidden">> {
  if (!(await may(ctx, actor, "draws.read"))) return err("forbidden");
  const range = { limit: DRAWS_PER_PAGE, offset: (page - 1) * DRAWS_PER_PAGE };
  const { ids, total } = await listDrawIds(ctx.db, { sort, descending, isArchived, ...range });
  const [lotteries, rows] = await Promise.all([listLotteriesById(ctx, ids), listDrawRows(ctx.db)]);
  const listed = ids.flatMap((id) => lotteries.get(id) ?? []);
  return ok({ draws: await toManaged(ctx, actor, listed, rows), total });
}

/** One draw; requires the right `draws.read`. */
export async function findManagedDraw(
  ctx: Reading,
  actor: Actor,
  lotteryId: string | undefined,
): Promise<Result<ManagedDraw, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "draws.read"))) return err("forbidden");
  const lottery = await findLottery(ctx, lotteryId);
  const row = lottery && (await findDrawRow(ctx.db, lottery.id));
  if (!row) return err("not_found");
  const [draw] = await toManaged(ctx, actor, [lottery], new Map([[lottery.id, row]]));
  return draw ? ok(draw) : err("not_found");
}
