/** Tells people by mail that a draw is called off in which they had entered without paying. */

import { listContacts } from "#features/accounts/server/list-contacts.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { deliverMail } from "./deliver-mail.ts";
import { mailDrawOf } from "./mail-draw.ts";
import { renderCancellation } from "./mails/render-mails.ts";

/** Throws on a passing fault, so that the queue tries again; whoever has the mail already gets no second one. */
export async function sendCancellation(ctx: Ctx, lotteryId: string, userIds: readonly string[]): Promise<void> {
  const [lottery, contacts] = await Promise.all([findLottery(ctx, lotteryId), listContacts(ctx, userIds)]);
  if (lottery?.status !== "cancelled") return;
  const sender = { publicUrl: ctx.publicUrl, trader: ctx.env.trader };
  let failure: unknown;
  for (const userId of userIds) {
    const reader = contacts.get(userId);
    if (!reader) continue;
    const delivery = { message: `draw-cancelled:${lotteryId}:${userId}`, to: reader.email, userId };
    const about = { sender, draw: mailDrawOf(lottery, reader.locale), firstName: reader.firstName };
    // One address that fails keeps none of the others waiting.
    await deliverMail(ctx, delivery, () => renderCancellation(about, reader.locale)).catch((error: unknown) => {
      failure = error;
    });
  }
  if (failure !== undefined) throw failure;
}
