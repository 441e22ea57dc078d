/** The demo's story of a shop in its fourth month: what its staff have done, and what waits for them today. */
import { randomUUID } from "node:crypto";
import { insertPrizeCost } from "#features/books/server/journal/close-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { addCards, campaignInStory, complainInStory, writeInStory } from "./story-desk.ts";
import { disputeInStory, findStoryOrder, proposeInStory, refundInStory } from "./story-payments.ts";

type Cast = { readonly adminId: string; readonly financeId: string; readonly playerId: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Writes the story on top of the demo's draws and orders. */
export async function tellStory(ctx: Ctx, tx: Tx, { adminId, financeId, playerId }: Cast): Promise<void> {
  // Providers count in whole seconds.
  const now = Math.floor(ctx.now().getTime() / 1000) * 1000;
  const ago = (days: number, hours = 0) => new Date(now - days * DAY_MS - hours * HOUR_MS);
  const find = (title: string, quantity: number, days: number, others: Parameters<typeof findStoryOrder>[1]["others"] = []) =>
    findStoryOrder(tx, { title, quantity, before: ago(days), playerId, others });

  const refunded = await find("Valmont GT-10", 5, 14);
  const failed = await find("Aldane Grand Continental", 10, 10, [refunded]);
  const disputed = await find("Aldane Grand Continental", 15, 5, [refunded, failed]);
  const proposed = await find("Valmont GT-10", 25, 2, [refunded, failed, disputed]);
  const late = await find("Ostrava Coupé", 5, 60, [refunded, failed, disputed, proposed]);
  const curious = await find("Sarthe L", 2, 4, [refunded, failed, disputed, proposed, late]);

  await addCards(tx, adminId);
  await addPrizeCosts(tx, adminId);
  for (const { template, title, days, bounces } of [
    { template: "lottery-launch", title: "Valmont GT-10", days: 23, bounces: true },
    { template: "lottery-ending-soon", title: "Sarthe L", days: 1, bounces: false },
  ])
    await campaignInStory(tx, { template, title, by: adminId, at: ago(days, 5), bounces });

  await complainInStory(tx, {
    from: late.buyer,
    subject: "No answer about the photographs",
    message: `I asked twice in the chat of your social pages why the Ostrava Coupé has no interior photographs (order ${late.order.orderNumber}). Nobody answered.`,
    at: ago(52),
    answered: {
      at: ago(47),
      outcome: "upheld",
      answer:
        "You are right, and we are sorry. We now read the social pages each morning, and the interior photographs are online.",
    },
  });

  await writeInStory(tx, {
    from: refunded.buyer,
    subject: "Bought for the wrong draw",
    message: `Order ${refunded.order.orderNumber} was meant for the Aldane, not for the Valmont. Could you give the money back? I will buy the right ones.`,
    at: ago(12, 3),
    readAt: ago(12),
    doneAt: ago(12),
  });
  await refundInStory(ctx, tx, { order: refunded.order, at: ago(12), by: financeId, reason: "Bought for the wrong draw" });

  await refundInStory(ctx, tx, {
    ...{ order: failed.order, at: ago(8), by: financeId, reason: "Bought twice by mistake" },
    failed: { reason: "lost_or_stolen_card", at: ago(4) },
  });
  await writeInStory(tx, {
    from: failed.buyer,
    subject: `Refund of ${failed.order.orderNumber}`,
    message: `You wrote eight days ago that my refund was on its way. It has not arrived. I have lost my card since and have a new one, same account. Does that matter?`,
    at: ago(2, 4),
    readAt: ago(2),
  });

  await disputeInStory(ctx, tx, disputed.order, { openedAt: ago(3), dueBy: ago(-4) });

  await proposeInStory(tx, {
    ...{ order: proposed.order, by: financeId, at: ago(0, 20) },
    reason: `${proposed.buyer.name} telephoned an hour after paying: 25 tickets instead of 5`,
  });
  await complainInStory(tx, {
    from: curious.buyer,
    subject: "My card by post is not in the list",
    message:
      "I posted a card for the Ostrava Coupé Touring on its last day and have proof of posting. It is not among my tickets. Please count it.",
    at: ago(1, 2),
  });
  await writeInStory(tx, {
    from: { name: "Camille Lefort", email: "camille.lefort@concours.test" },
    subject: "Puis-je participer depuis la France ?",
    message:
      "Bonjour, je vis à Lille et je viens à Londres deux fois par mois. Puis-je acheter un ticket pour la Valmont GT-10 ?",
    at: ago(0, 9),
    locale: "fr",
  });
  await writeInStory(tx, {
    from: disputed.buyer,
    subject: "A payment I do not recognise",
    message:
      "My bank shows a payment to you that I did not recognise, so I reported it. My son tells me it was him, with my permission. What happens to the tickets now?",
    at: ago(0, 3),
  });
}

/** The prizes of the completed draws were bought on the day of their handover. */
async function addPrizeCosts(tx: Tx, by: string): Promise<void> {
  const prizes = await tx
    .selectFrom("lotteries as l")
    .innerJoin("draws as d", "d.lottery_id", "l.id")
    .select(["l.id", "l.price_value_pence", "d.prize_delivered_at"])
    .where("d.prize_delivered_at", "is not", null)
    .execute();
  for (const { id: lotteryId, price_value_pence: amount, prize_delivered_at: at } of prizes)
    if (at)
      await insertPrizeCost(tx, {
        id: randomUUID(),
        lotteryId,
        amount,
        day: londonDate(at),
        note: "The car, from the dealer",
        at,
        by,
      });
}
