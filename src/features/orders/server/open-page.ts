/** Opens the payment page of a held order; safe to repeat, because every parameter comes from the order's row. */
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { recordPage } from "./hold-store.ts";
import { abandonOrder } from "./settle-order.ts";
import { findOrderRow, type KeptRequest, type OrderRow } from "./store.ts";

export type PageToOpen = Pick<OrderRow, "id" | "provider"> & { readonly payBy: Date; readonly pageRequest: KeptRequest };

/** What may stand against the order since it was held. */
type NewRefusal = "over_limit" | "paused" | "excluded";

/**
 * @param look tells it, of an order that nobody has looked at since
 * @returns the page's address. `closed`: the hold was released meanwhile, or its time is too near to open a page at all;
 *          then no page takes money and no stock is kept. Throws when the provider cannot be reached: the sweeper repeats the call;
 *          and when it refuses such a page for good: then no stock is kept either.
 */
export async function openPage(
  ctx: Ctx,
  order: PageToOpen,
  look?: () => Promise<NewRefusal | undefined>,
): Promise<Result<string, "closed" | NewRefusal>> {
  const { publicUrl, ...request } = order.pageRequest;
  const provider = ctx.payments.of(order.provider);
  const page = await provider.openPage({
    ...request,
    orderId: order.id,
    expiresAt: order.payBy,
    successUrl: `${publicUrl}/success?success=true`,
    cancelUrl: `${publicUrl}/success?canceled=true&order=${order.id}`,
  });
  if (!page.ok) {
    await abandonOrder(ctx, order.id);
    if (page.error === "refused") throw new Error(`The payment provider refuses to open a page for order ${order.id}`);
    return err("closed");
  }
  const ofUnlimited = look && ctx.now();
  if (page.value.url !== undefined && (await recordPage(ctx.db, order.id, page.value, { ofUnlimited })))
    return ok(page.value.url);
  const refusal = await look?.();
  if (refusal) {
    await provider.expirePage(page.value.id);
    await abandonOrder(ctx, order.id);
    return err(refusal);
  }
  if (look && page.value.url !== undefined && (await recordPage(ctx.db, order.id, page.value))) return ok(page.value.url);
  const recorded = await findRecorded(ctx, order.id);
  // Where the provider opens another page each time, nobody has the address of this one.
  if (recorded && (recorded.id !== page.value.id || page.value.state === "open")) return ok(recorded.url);
  // Released while the provider answered: nobody may pay on a page whose tickets are gone.
  await provider.expirePage(page.value.id);
  return err("closed");
}

/** Two equal requests open one page, or one that is recorded and one that is not; the one that comes second finds it. */
async function findRecorded(ctx: Ctx, orderId: string): Promise<{ id: string; url: string } | undefined> {
  const order = await findOrderRow(ctx.db, orderId);
  if (order?.state !== "awaiting_payment" || order.sessionId === undefined || order.paymentUrl === undefined) return undefined;
  return { id: order.sessionId, url: order.paymentUrl };
}
