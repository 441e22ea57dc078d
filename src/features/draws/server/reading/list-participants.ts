/** The participants of a draw and their tickets, for administrators; and the people on its frozen list. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { withShownPhone } from "#features/accounts/server/profile/phone.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { Participant } from "../../rules/managed-draw.ts";
import {
  findMostTickets,
  findParticipantRows,
  listEntrantIds,
  listNumbers,
  listParticipantRows,
  listTicketsOf,
  type ParticipantSort,
  type TicketRow,
} from "./participant-store.ts";

export const PARTICIPANTS_PER_PAGE = 25;
export const PARTICIPANT_SORTS: readonly ParticipantSort[] = ["tickets", "name"];
/** Tickets of a participant in one reply. */
const TICKETS_AT_ONCE = 200;

type Reader = Pick<Ctx, "db" | "reads" | "log">;

/** `found`: the number of matches of a search; `most`: the tickets of the participant with the most. */
export type ParticipantList = {
  readonly participants: readonly Participant[];
  readonly found: number | undefined;
  readonly most: number;
};

/** A page (from 1) of the matching participants. `q` is a part of a name, an address or a phone number. */
export async function listParticipants(
  ctx: Reader,
  actor: Actor,
  query: {
    readonly lotteryId: string;
    readonly q: string;
    readonly sort: ParticipantSort;
    readonly descending: boolean;
    readonly page: number;
  },
): Promise<Result<ParticipantList, "forbidden">> {
  if (!(await may(ctx, actor, "people.read"))) return err("forbidden");
  const { page, q, ...rows } = query;
  const { lotteryId } = rows;
  const filter = { ...rows, limit: PARTICIPANTS_PER_PAGE, offset: (page - 1) * PARTICIPANTS_PER_PAGE };
  const [listed, most] = await Promise.all([
    q === ""
      ? listParticipantRows(ctx.reads, filter).then((participants) => ({ participants, found: undefined }))
      : findParticipantRows(ctx.reads, { ...filter, q }),
    findMostTickets(ctx.reads, lotteryId),
  ]);
  return ok({ ...listed, participants: listed.participants.map(withShownPhone), most });
}

/** The next valid tickets of a participant. `next`: the `after` of the following call, if there are more. */
export async function listParticipantTickets(
  ctx: Reader,
  actor: Actor,
  { lotteryId, userId, after }: { lotteryId: string; userId: string; after: number },
): Promise<Result<{ tickets: readonly TicketRow[]; next: number | undefined }, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "people.read"))) return err("forbidden");
  if (!isUuid(lotteryId) || !isUuid(userId) || !Number.isInteger(after) || after < 0) return err("not_found");
  const rows = await listTicketsOf(ctx.reads, { lotteryId, userId, after, limit: TICKETS_AT_ONCE + 1 });
  const tickets = rows.slice(0, TICKETS_AT_ONCE);
  return ok({ tickets, next: rows.length > TICKETS_AT_ONCE ? tickets.at(-1)?.ticketNumber : undefined });
}

/** The ids of the users with a ticket on the frozen list. */
export async function listEntrants(ctx: Pick<Ctx, "db">, lotteryId: string): Promise<string[]> {
  return listEntrantIds(ctx.db, lotteryId);
}

/** The ticket numbers on the frozen list by user id. */
export async function listEntrantNumbers(
  ctx: Pick<Ctx, "db">,
  lotteryId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  return listNumbers(ctx.db, lotteryId, userIds);
}
