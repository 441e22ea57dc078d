/** Records a payment to the charity of a draw. */
import { randomUUID } from "node:crypto";
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type CharityPayment, hasCharityPayment, insertCharityPayment } from "./charity-store.ts";
import { bookAll } from "./journal/update-journal.ts";

/**
 * Stores what was paid to a draw's charity. `no_charity`: the draw supports none. `future`: the day is still
 * to come.
 * @param requestKey a repeated request is entered once
 */
export async function recordCharityPayment(
  ctx: Pick<Ctx, "db" | "now" | "log" | "env">,
  actor: Actor,
  { requestKey, ...payment }: CharityPayment & { readonly requestKey?: string | undefined },
): Promise<Result<undefined, "forbidden" | "no_charity" | "future">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  if (!isUuid(payment.lotteryId)) return err("no_charity");
  const at = ctx.now();
  if (payment.day > londonDate(at)) return err("future");
  const entered = await ctx.db.transaction().execute(async (tx) => {
    const key = isUuid(requestKey) ? requestKey : undefined;
    if (key !== undefined && (await hasCharityPayment(tx, key))) return ok();
    if (!(await insertCharityPayment(tx, { ...payment, id: key ?? randomUUID(), at, by: adminIdOf(actor) })))
      return err("no_charity");
    await recordChange(tx, {
      ...{ actor, action: "books.charity", subjectType: "lottery", subjectId: payment.lotteryId, at },
      after: { amount_pence: payment.amount, day: payment.day },
      reason: payment.reference,
    });
    return ok();
  });
  // The payment is stored: reporting an error would cause a second entry. The next run books it.
  if (entered.ok)
    await bookAll(ctx).catch((error: unknown) =>
      ctx.log.error({ err: error }, "a payment to a charity is not in the journal yet"),
    );
  return entered;
}
