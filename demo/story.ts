/** The demo's story of a shop in its fourth month: what its staff have done, and what waits for them. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { insertPrizeCost } from "#features/books/server/journal/close-store.ts";
import { insertEntry } from "#features/inbox/server/conversations/entry-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isSimulated } from "./payments.ts";
import { addCards, addConfirmations, answerInStory, campaignInStory, complainInStory, writeInStory } from "./story-desk.ts";
import {
  disputeInStory,
  findStoryOrder,
  proposeInStory,
  refundInStory,
  refundLastInStory,
  type StoryOrder,
} from "./story-payments.ts";

type Cast = { readonly adminId: string; readonly financeId: string; readonly playerId: string };
/** The time so many days and hours before now; negative: after it. */
type Ago = (days: number, hours?: number) => Date;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Writes the story on top of the demo's draws and orders. */
export async function tellStory(ctx: Ctx, tx: Tx, cast: Cast): Promise<void> {
  // Providers count in whole seconds.
  const now = Math.floor(ctx.now().getTime() / 1000) * 1000;
  const ago: Ago = (days, hours = 0) => new Date(now - days * DAY_MS - hours * HOUR_MS);
  const roles = await findRoles(tx, ago, cast.playerId);
  await addCards(tx, cast.adminId);
  await addConfirmations(tx);
  await addPrizeCosts(tx, cast.adminId);
  await advertise(tx, ago, cast.adminId);
  if (isSimulated(ctx)) await moveMoney(ctx, tx, { ago, roles, ...cast });
  await writeLetters(tx, ago, roles);
  await joinBeforeBuying(tx);
}

/** Orders of different people; each is named after what happens to it. */
async function findRoles(tx: Tx, ago: Ago, playerId: string) {
  const found: StoryOrder[] = [];
  const find = async (title: string, quantity: number, days: number) => {
    const order = await findStoryOrder(tx, { title, quantity, before: ago(days), playerId, others: found });
    found.push(order);
    return order;
  };
  return {
    refunded: await find("Valmont GT-10", 5, 14),
    failed: await find("Aldane Grand Continental", 10, 10),
    disputed: await find("Aldane Grand Continental", 15, 5),
    proposed: await find("Valmont GT-10", 25, 2),
    reduced: await find("Valmont GT-10", 10, 6),
    complained: await find("Ostrava Coupé", 5, 60),
    waiting: await find("Sarthe L", 2, 4),
  };
}
type Roles = Awaited<ReturnType<typeof findRoles>>;

async function advertise(tx: Tx, ago: Ago, by: string): Promise<void> {
  const launch = { template: "lottery-launch", title: "Valmont GT-10", at: ago(23, 5), bounces: true };
  const ending = { template: "lottery-ending-soon", title: "Sarthe L", at: ago(1, 5), bounces: false };
  for (const campaign of [launch, ending]) await campaignInStory(tx, { ...campaign, by });
}

async function moveMoney(
  ctx: Ctx,
  tx: Tx,
  { ago, roles, adminId, financeId: by }: { ago: Ago; roles: Roles } & Cast,
): Promise<void> {
  const { refunded, failed, disputed, proposed, reduced } = roles;
  await refundInStory(ctx, tx, { order: refunded.order, at: ago(12), by, reason: "Bought for the wrong draw" });
  const asked = await writeInStory(tx, {
    from: refunded.buyer,
    subject: "Bought for the wrong draw",
    message: `Order ${refunded.order.orderNumber} was meant for the Aldane, not for the Valmont. Could you give the money back? I will buy the right ones.`,
    at: ago(12, 3),
  });
  await answerInStory(tx, asked, {
    to: refunded.buyer.email,
    text: "Of course. The money is on its way back to your card, which takes five to ten working days. The five tickets are void from now on.",
    ...{ by: adminId, at: ago(12) },
  });

  const returned = { reason: "lost_or_stolen_card", at: ago(4) };
  await refundInStory(ctx, tx, { order: failed.order, at: ago(8), by, reason: "Bought twice by mistake", failed: returned });
  const missed = await writeInStory(tx, {
    from: failed.buyer,
    subject: `Refund of ${failed.order.orderNumber}`,
    message:
      "You wrote a week ago that my refund was on its way. It has not arrived. I have lost my card since and have a new one, same account. Does that matter?",
    at: ago(2, 4),
    readAt: ago(2),
  });
  const note = "The bank returned it because the card was lost. Sending it again should reach the same account.";
  await insertEntry(tx, { messageId: missed, kind: "note", text: note, authorId: by, at: ago(1, 20), requestKey: undefined });

  const kept = { reason: "Wants to keep eight of the ten tickets", count: 2 };
  await refundLastInStory(ctx, tx, { order: reduced.order, at: ago(5), by, ...kept });

  await disputeInStory(ctx, tx, disputed.order, { openedAt: ago(3), dueBy: ago(-4) });
  await writeInStory(tx, {
    from: disputed.buyer,
    subject: "A payment I did not recognise",
    message:
      "My bank showed a payment to you that I did not recognise, so I reported it. My son tells me it was him, with my permission. What happens to the tickets now?",
    at: ago(0, 3),
  });

  await proposeInStory(tx, {
    ...{ order: proposed.order, by, at: ago(0, 20) },
    reason: `${proposed.buyer.name} telephoned an hour after paying: 25 tickets instead of 5`,
  });
}

async function writeLetters(tx: Tx, ago: Ago, { complained, waiting }: Roles): Promise<void> {
  await complainInStory(tx, {
    from: complained.buyer,
    subject: "No answer about the photographs",
    message: `I asked twice on your social pages why the Ostrava Coupé has no interior photographs (order ${complained.order.orderNumber}). There was no answer.`,
    at: ago(52),
    answered: {
      at: ago(47),
      outcome: "upheld",
      answer:
        "You are right, and we are sorry. We now read the social pages each morning, and the interior photographs are online.",
    },
  });
  await complainInStory(tx, {
    from: waiting.buyer,
    subject: "My card by post is not in the list",
    message:
      "I posted a card for the Ostrava Coupé Touring on its last day and have proof of posting. It is not among my tickets. Please count it.",
    at: ago(1, 2),
  });
  await writeInStory(tx, {
    from: { name: "Camille Lefort", email: "camille.lefort@concours.test" },
    subject: "Puis-je participer depuis la France\u00a0?",
    message:
      "Bonjour, je vis à Lille et je viens à Londres deux fois par mois. Puis-je acheter un ticket pour la Valmont GT-10\u00a0?",
    at: ago(0, 9),
    locale: "fr",
  });
}

async function joinBeforeBuying(tx: Tx): Promise<void> {
  await sql`
    UPDATE users u SET created_at = o.first_at - interval '1 hour'
    FROM (SELECT user_id, min(created_at) AS first_at FROM orders GROUP BY user_id) o
    WHERE o.user_id = u.id AND o.first_at < u.created_at`.execute(tx);
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
