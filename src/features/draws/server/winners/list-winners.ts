import { type Actor, may } from "#features/access/server/actor.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { cashDue } from "#features/lotteries/rules/prize/cash.ts";
import { listLotteriesById } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { CompletedDraw, Won } from "../../rules/managed-draw.ts";
import { choiceEndsAt } from "../../rules/prize-choice.ts";
import { winningTicket } from "../drawing/find-reserve.ts";
import { personOf } from "../reading/list-managed-draws.ts";
import { listCompletedIds } from "../reading/managed-store.ts";
import { listDrawRows, type ResultRow } from "../reading/reading-store.ts";
import { listErased, listHidden, listTicketDisputes, type TicketDispute } from "./winner-store.ts";

export const WINNERS_PER_PAGE = 10;

export async function listWinners(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { page }: { readonly page: number },
): Promise<Result<{ draws: readonly CompletedDraw[]; total: number }, "forbidden">> {
  if (!(await may(ctx, actor, "winners.read"))) return err("forbidden");
  const { ids, total } = await listCompletedIds(ctx.db, { limit: WINNERS_PER_PAGE, offset: (page - 1) * WINNERS_PER_PAGE });
  const [lotteries, rows] = await Promise.all([listLotteriesById(ctx, ids), listDrawRows(ctx.db)]);
  const listed = ids.flatMap((id) => lotteries.get(id) ?? []);
  const winnerIds = [...new Set(listed.flatMap(({ winnerId }) => winnerId ?? []))];
  const people = {
    contacts: await listContacts(ctx, winnerIds),
    erased: await listErased(ctx.db, winnerIds),
    hidden: await listHidden(ctx.db, winnerIds),
  };
  const winning = listed.flatMap(({ id }) => {
    const result = rows.get(id)?.result;
    return result ? [{ lotteryId: id, ticketNumber: winningTicket(result) }] : [];
  });
  const disputes = await listTicketDisputes(ctx.db, winning);
  const draws = listed.map((lottery) => toCompleted(lottery, rows.get(lottery.id)?.result, people, disputes.get(lottery.id)));
  return ok({ draws, total });
}

type People = {
  readonly contacts: Parameters<typeof personOf>[1];
  readonly erased: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
};

function toCompleted(lottery: Lottery, result: ResultRow | undefined, people: People, dispute: TicketDispute): CompletedDraw {
  const { id, shortNumber, title, images, priceValue, endDate, winnerId } = lottery;
  return {
    id,
    shortNumber,
    title,
    picture: images[0]?.picture,
    priceValue,
    endDate,
    photoUrl: lottery.winnerPhotoUrl,
    photoFocus: lottery.winnerPhotoFocus,
    won:
      result && winnerId !== undefined
        ? { ...toWon(result, winnerId, people), cash: toCash(lottery, result), dispute }
        : undefined,
  };
}

function toWon(result: ResultRow, winnerId: string, { contacts, erased, hidden }: People): Omit<Won, "cash" | "dispute"> {
  const { drawnAt, prize, changes } = result;
  return {
    person: personOf(winnerId, contacts),
    isErased: erased.has(winnerId),
    isNameHidden: hidden.has(winnerId),
    ticketNumber: winningTicket(result),
    drawnAt,
    prize: { contacted: prize.contactedAt, confirmed: prize.confirmedAt, checked: prize.checkedAt, delivered: prize.deliveredAt },
    document: prize.document,
    changes: changes.map(({ ticketNumber, reason, at }) => ({ toTicket: ticketNumber, reason, at })),
  };
}

function toCash(lottery: Lottery, { prize: { choice, chosenAt, cashReference: reference, contactedAt } }: ResultRow) {
  const amount = cashDue(lottery);
  if (!lottery.cash || amount === undefined) return undefined;
  const { days } = lottery.cash;
  return { amount, days, endsAt: choiceEndsAt(contactedAt, days), choice, chosenAt, reference };
}
