/** Tells everybody in a draw by mail how it goes: its list is fixed, its winner is drawn; and whoever has won. */

import { listContacts } from "#features/accounts/server/list-contacts.ts";
import { reasonText } from "#features/draws/rules/draw-reason.ts";
import type { PublicDraw } from "#features/draws/rules/public-draw.ts";
import { findDraw } from "#features/draws/server/find-draw.ts";
import { listEntrantNumbers, listEntrants } from "#features/draws/server/list-entrants.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { deliverMail } from "./deliver-mail.ts";
import { mailDrawOf } from "./mail-draw.ts";
import type { DrawMessage } from "./mails/draw-news-words.ts";
import { renderDrawNews } from "./mails/render-mails.ts";
import { sendCancellation } from "./send-cancellation.ts";

/** A job ends within two minutes, also where the mail server takes some seconds for each. */
const READERS_PER_JOB = 25;

/** Throws on a passing fault, so that the queue tries again; whoever has the mail already gets no second one. */
export async function sendDrawNews(ctx: Ctx, news: JobData["draw-news"]): Promise<void> {
  if (news.message === "draw-cancelled") return sendCancellation(ctx, news.lotteryId, news.userIds);
  const draw = await findDraw(ctx, news.lotteryId);
  if (!draw?.committed || draw.state.name === "cancelled") return;
  if (news.userIds) return tell(ctx, draw, news.message, news.userIds);
  const winnerId = draw.lottery.winnerId;
  if (news.message === "draw-winner") return winnerId === undefined ? undefined : tell(ctx, draw, news.message, [winnerId]);

  const entrants = await listEntrants(ctx, news.lotteryId);
  // The winner has a mail of their own.
  const readers = news.message === "draw-result" ? entrants.filter((id) => id !== winnerId) : entrants;
  await ctx.db.transaction().execute(async (tx) => {
    for (let from = 0; from < readers.length; from += READERS_PER_JOB)
      await ctx.jobs.send(tx, "draw-news", { ...news, userIds: readers.slice(from, from + READERS_PER_JOB) });
  });
}

async function tell(ctx: Ctx, draw: PublicDraw, message: DrawMessage, userIds: readonly string[]): Promise<void> {
  const { committed, result } = draw;
  if (!committed || (message !== "draw-closed" && !result)) return;
  const [contacts, numbers] = await Promise.all([listContacts(ctx, userIds), listEntrantNumbers(ctx, draw.lottery.id, userIds)]);
  let failure: unknown;
  for (const userId of userIds) {
    const contact = contacts.get(userId);
    const tickets = (numbers.get(userId) ?? []).map((number) => ({ number }));
    if (!contact || tickets.length === 0) continue;
    const about = [message, draw.lottery.id, ...(message === "draw-winner" ? [result?.winner.ticketNumber] : []), userId].join(
      ":",
    );
    const write = () =>
      renderDrawNews(
        {
          sender: { publicUrl: ctx.publicUrl, trader: ctx.env.trader },
          message,
          draw: mailDrawOf(draw.lottery, contact.locale),
          firstName: contact.firstName,
          tickets,
          total: committed.inputs.n,
          commitment: committed.commitment,
          round: committed.inputs.round,
          roundAt: committed.roundAt,
          earlyReason: draw.earlyReason && reasonText(draw.earlyReason, contact.locale),
          isDemo: draw.isDemo,
          winner: result?.winner,
        },
        contact.locale,
      );
    // One address that fails keeps none of the others waiting.
    await deliverMail(ctx, { message: about, to: contact.email, userId }, write).catch((error: unknown) => {
      failure = error;
    });
  }
  if (failure !== undefined) throw failure;
}
