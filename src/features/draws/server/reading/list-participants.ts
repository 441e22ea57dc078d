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
const TICKETS_AT_ONCE = 200;

type Asking = Pick<Ctx, "db" | "reads" | "log">;

export type ParticipantList = {
  readonly participants: readonly Participant[];
  readonly found: number | undefined;
  readonly most: number;
};

/** A page (from 1) of the matching participants. `q` is a part of a name, an address or a phone number. */
export async function listParticipants(
  ctx: Asking,
  actor: Actor,
  wanted: {
    readonly lotteryId: string;
    readonly q: string;
    readonly sort: ParticipantSort;
    readonly descending: boolean;
    readonly page: number;
  },
): Promise<Result<ParticipantList, "forbidden">> {
  if (!(await may(ctx, actor, "people.read"))) return err("forbidden");
  const { page, q, ...rows } = wanted;
  const { lotteryId } = rows;
  const cut = { ...rows, limit: PARTICIPANTS_PER_PAGE, offset: (page - 1) * PARTICIPANTS_PER_PAGE };
  const [listed, most] = await Promise.all([
    q === ""
      ? listParticipantRows(ctx.reads, cut).then((participants) => ({ participants, found: undefined }))
      : findParticipantRows(ctx.reads, { ...cut, q }),
    findMostTickets(ctx.reads, lotteryId),
  ]);
  return ok({ ...listed, participants: listed.participants.map(withShownPhone), most });
}

export async function listParticipantTickets(
  ctx: Asking,
  actor: Actor,
  { lotteryId, userId, after }: { lotteryId: string; userId: string; after: number },
): Promise<Result<{ tickets: readonly TicketRow[]; next: number | undefined }, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "people.read"))) return err("forbidden");
  if (!isUuid(lotteryId) || !isUuid(userId) || !Number.isInteger(after) || after < 0) return err("not_found");
  const rows = await listTicketsOf(ctx.reads, { lotteryId, userId, after, limit: TICKETS_AT_ONCE + 1 });
  const tickets = rows.slice(0, TICKETS_AT_ONCE);
  return ok({ tickets, next: rows.length > TICKETS_AT_ONCE ? tickets.at(-1)?.ticketNumber : undefined });
}

export async function listEntrants(ctx: Pick<Ctx, "db">, lotteryId: string): Promise<string[]> {
  return listEntrantIds(ctx.db, lotteryId);
}

export async function listEntrantNumbers(
  ctx: Pick<Ctx, "db">,
  lotteryId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  return listNumbers(ctx.db, lotteryId, userIds);
}
