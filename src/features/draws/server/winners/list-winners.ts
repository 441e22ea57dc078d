/** Completed draws with the winners of their prizes, for staff. */
import { type Actor, may } from "#features/access/server/actor.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { type Lottery, winnerPhoto } from "#features/lotteries/rules/lottery.ts";
import { cashDue } from "#features/lotteries/rules/prize/cash.ts";
import { prizeTitle, prizeValue } from "#features/lotteries/rules/prize/further-prizes.ts";
import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { CompletedDraw, Won } from "../../rules/managed-draw.ts";
import { choiceEndsAt } from "../../rules/prize-choice.ts";
import { changesOf, placesOf, winningTicket } from "../../rules/won-prizes.ts";
import { personOf } from "../reading/list-managed-draws.ts";
import { listCompletedIds } from "../reading/managed-store.ts";
import { type Handover, handoverOf, listDrawRows, type ResultRow } from "../reading/reading-store.ts";
import { stepsOf } from "./record-prize-step.ts";
import { listErased, listHidden, listTicketDisputes, listTicketOwners, type TicketDispute } from "./winner-store.ts";

export const WINNERS_PER_PAGE = 10;

function winningOf(lotteryId: string, result: ResultRow, place: number) {
  const ticketNumber = winningTicket(result, place);
  return ticketNumber === undefined ? undefined : { lotteryId, place, ticketNumber };
}

/** What is known of all winners of the page. */
type WinnerFacts = {
  readonly owners: (lotteryId: string, ticketNumber: number) => string | undefined;
  readonly contacts: Parameters<typeof personOf>[1];
  readonly erased: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly disputes: (lotteryId: string, ticketNumber: number) => TicketDispute;
};

function toCash(lottery: Lottery, { choice, chosenAt, cashReference: reference, contactedAt }: Handover) {
  const amount = cashDue(lottery);
  if (!lottery.cash || amount === undefined) return undefined;
  const { days } = lottery.cash;
  return { amount, days, endsAt: choiceEndsAt(contactedAt, days), choice, chosenAt, reference };
}

function toWon(lottery: Lottery, result: ResultRow, { place, known }: { place: number; known: WinnerFacts }): Won | undefined {
  const { id: lotteryId } = lottery;
  const ticketNumber = winningTicket(result, place);
  const winnerId = ticketNumber === undefined ? undefined : known.owners(lotteryId, ticketNumber);
  if (ticketNumber === undefined || winnerId === undefined) return undefined;
  const handover = handoverOf(result, place);
  return {
    person: personOf(winnerId, known.contacts),
    isErased: known.erased.has(winnerId),
    isNameHidden: known.hidden.has(winnerId),
    ticketNumber,
    photo: winnerPhoto(lottery, place),
    drawnAt: result.drawnAt,
    prize: stepsOf(handover),
    document: handover.document,
    // Offered for the first prize only.
    cash: place === 1 ? toCash(lottery, handover) : undefined,
    dispute: known.disputes(lotteryId, ticketNumber),
    changes: changesOf(result, place).map(({ ticketNumber: toTicket, reason, at }) => ({ toTicket, reason, at })),
  };
}

function toCompleted(lottery: Lottery, result: ResultRow | undefined, known: WinnerFacts): CompletedDraw {
  const { id, shortNumber, title, images, priceValue, endDate } = lottery;
  return {
    id,
    shortNumber,
    title,
    picture: images[0]?.picture,
    priceValue,
    endDate,
    prizes: result
      ? placesOf(result).map((place) => ({
          place,
          title: prizeTitle(lottery, place),
          value: prizeValue(lottery, place),
          won: toWon(lottery, result, { place, known }),
        }))
      : [],
    videoUrl: result?.videoUrl,
  };
}

/** A page of completed draws, latest first; requires the right `winners.read`. */
export async function listWinners(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { page }: { readonly page: number },
): Promise<Result<{ draws: readonly CompletedDraw[]; total: number }, "forbidden">> {
  if (!(await may(ctx, actor, "winners.read"))) return err("forbidden");
  const { ids, total } = await listCompletedIds(ctx.db, { limit: WINNERS_PER_PAGE, offset: (page - 1) * WINNERS_PER_PAGE });
  const [lotteries, rows] = await Promise.all([listLotteriesById(ctx, ids), listDrawRows(ctx.db)]);
  const listed = ids.flatMap((id) => lotteries.get(id) ?? []);
  const winning = listed.flatMap(({ id }) => {
    const result = rows.get(id)?.result;
    return result ? placesOf(result).flatMap((place) => winningOf(id, result, place) ?? []) : [];
  });
  const owners = await listTicketOwners(ctx.db, winning);
  const winnerIds = [...new Set(winning.flatMap(({ lotteryId, ticketNumber }) => owners(lotteryId, ticketNumber) ?? []))];
  const known: WinnerFacts = {
    owners,
    contacts: await listContacts(ctx, winnerIds),
    erased: await listErased(ctx.db, winnerIds),
    hidden: await listHidden(ctx.db, winnerIds),
    disputes: await listTicketDisputes(ctx.db, winning),
  };
  return ok({ draws: listed.map((lottery) => toCompleted(lottery, rows.get(lottery.id)?.result, known)), total });
}
