/** Types of what /admin/payments shows. */
import type { showTakings } from "#features/books/server/provider-fees.ts";
import type { showNewOrders } from "#features/orders/server/payment-split/steer-new-orders.ts";

/** The value of a successful use-case. */
type Shown<Answer> = Extract<Awaited<Answer>, { readonly ok: true }>["value" &
  keyof Extract<Awaited<Answer>, { readonly ok: true }>];

export type NewOrders = Shown<ReturnType<typeof showNewOrders>>;
export type Provider = NewOrders["providers"][number];
export type ProviderTakings = Shown<ReturnType<typeof showTakings>>["providers"][number];
