/** Mails to all entrants of a draw: its list is fixed, its winner is drawn, it is cancelled. */
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { reasonText } from "#features/draws/rules/draw-reason.ts";
import type { PrizeWinner, PublicDraw } from "#features/draws/rules/public-draw.ts";
import { findDraw } from "#features/draws/server/reading/find-draw.ts";
import { listEntrantNumbers, listEntrants } from "#features/draws/server/reading/list-participants.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { cashDue } from "#features/lotteries/rules/prize/cash.ts";
import { prizeTitle } from "#features/lotteries/rules/prize/further-prizes.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { Locale } from "#shared/language/locale.ts";
import { deliverMail } from "./deliver-mail.ts";
import { mailDrawOf } from "./mail-draw.ts";
import { type DrawMessage, drawNews } from "./mails/draw-news.ts";
import { cancellation } from "./mails/payment-mails.ts";

/** Keeps a job under two minutes, even if the mail server takes seconds for each mail. */
const RECIPIENTS_PER_JOB = 25;

/**
 * The job. Without `userIds`, it finds the entrants and queues jobs for them. Throws on temporary errors,
 * so that the queue retries; no reader gets a mail twice.
 */
export async function sendDrawNews(ctx: Ctx, news: JobData["draw-news"]): Promise<void> {
  if (news.message === "draw-cancelled") return sendCancellation(ctx, news.lotteryId, news.userIds);
  const draw = await findDraw(ctx, news.lotteryId);
  if (!draw?.committed || draw.state.name === "cancelled") return;
  const winners = draw.result?.prizes.flatMap(({ place, winner }) => (winner ? [{ ...winner, place }] : [])) ?? [];
  // Winners get a separate mail, even if drawn after the jobs were created.
  const recipientsOf = (userIds: readonly string[]) =>
    news.message === "draw-result" ? userIds.filter((id) => !winners.some(({ userId }) => userId === id)) : userIds;
  if (news.userIds) return sendNews(ctx, draw, news.message, recipientsOf(news.userIds));
  if (news.message === "draw-winner") {
    // Each mail names its ticket, so that a replacement does not mail the winners of other prizes again.
    for (const winner of winners) await sendNews(ctx, draw, news.message, [winner.userId], winner);
    return;
  }

  const readers = recipientsOf(await listEntrants(ctx, news.lotteryId));
  await ctx.db.transaction().execute(async (tx) => {
    for (let from = 0; from < readers.length; from += RECIPIENTS_PER_JOB)
      await ctx.jobs.send(tx, "draw-news", { ...news, userIds: readers.slice(from, from + RECIPIENTS_PER_JOB) });
  });
}

type Won = PrizeWinner & { readonly place: number };

/** Mails the news to these entrants. `won`: the prize that they have won. */
async function sendNews(ctx: Ctx, draw: PublicDraw, message: DrawMessage, userIds: readonly string[], won?: Won): Promise<void> {
  const { committed, result } = draw;
  if (!committed || (message !== "draw-closed" && !result)) return;
  const numbers = await listEntrantNumbers(ctx, draw.lottery.id, userIds);
  await sendToEach(ctx, userIds, async (userId, { firstName, email, locale }) => {
    const tickets = (numbers.get(userId) ?? []).map((number) => ({ number }));
    if (tickets.length === 0) return;
    const about = [message, draw.lottery.id, ...(won ? [won.ticketNumber] : []), userId];
    await deliverMail(ctx, { message: about.join(":"), to: email, userId, locale }, (pen) =>
      drawNews(pen, {
        message,
        draw: mailDrawOf(draw.lottery, locale),
        firstName,
        tickets,
        total: committed.inputs.n,
        commitment: committed.commitment,
        round: committed.inputs.round,
        roundAt: committed.roundAt,
        earlyReason: draw.earlyReason && reasonText(draw.earlyReason, locale),
        isDemo: draw.isDemo,
        cash: won && won.place > 1 ? undefined : cashOf(draw.lottery),
        winner: won ?? result?.winner,
        prize: won && won.place > 1 ? inLanguage(prizeTitle(draw.lottery, won.place), locale) : undefined,
        prizes:
          draw.lottery.furtherPrizes.length === 0
            ? []
            : (result?.prizes ?? []).map(({ place, winner }) => ({
                title: inLanguage(prizeTitle(draw.lottery, place), locale),
                winner,
              })),
      }),
    );
  });
}

/** What the winner may take instead of the prize. */
function cashOf(lottery: PublicDraw["lottery"]) {
  const amount = cashDue(lottery);
  return lottery.cash && amount !== undefined ? { amount, days: lottery.cash.days } : undefined;
}

/** Mails the cancellation to these entrants. Paid entrants read it with the refund. */
async function sendCancellation(ctx: Ctx, lotteryId: string, userIds: readonly string[]): Promise<void> {
  const lottery = await findLottery(ctx, lotteryId);
  if (lottery?.status !== "cancelled") return;
  await sendToEach(ctx, userIds, async (userId, { firstName, email, locale }) => {
    const draw = mailDrawOf(lottery, locale);
    await deliverMail(ctx, { message: `draw-cancelled:${lotteryId}:${userId}`, to: email, userId, locale }, (pen) =>
      cancellation(pen, { draw, firstName }),
    );
  });
}

type Reader = { readonly email: string; readonly firstName: string; readonly locale: Locale };

/** Calls `send` for each reader with contact details. Continues after a failure and throws it at the end. */
async function sendToEach(
  ctx: Ctx,
  userIds: readonly string[],
  send: (userId: string, reader: Reader) => Promise<void>,
): Promise<void> {
  const contacts = await listContacts(ctx, userIds);
  let failure: unknown;
  for (const userId of userIds) {
    const reader = contacts.get(userId);
    if (!reader) continue;
    const firstName = reader.isConfirmed ? reader.firstName : "";
    await send(userId, { ...reader, firstName }).catch((error: unknown) => {
      failure = error;
    });
  }
  if (failure !== undefined) throw failure;
}
