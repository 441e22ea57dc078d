/** For tests: a shop with both providers and configurable new orders. */
import { startCheckoutSimulator } from "@concours/checkout-simulator";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { cacheNewOrders } from "#platform/payments/cached-new-orders.server.ts";
import { connectCheckout } from "#platform/payments/checkout/checkout.server.ts";
import { parseNewOrders } from "#platform/payments/new-orders.ts";
import { type PaymentProvider, paymentsOf } from "#platform/payments/payments.server.ts";

/** Credentials of its simulator. */
export const CHECKOUT_KEYS = { secretKey: "sk_sbox_fixture", webhookSecret: "a signature key" };

/** The simulator's cards: debit and prepaid ones pay. */
export const CHECKOUT_CARDS = {
  debit: "4659105569051157",
  credit: "4242424242424242",
  declined: "4544249167673670",
  captureFails: "4273149019799094",
} as const;

/** Starts the simulator of Checkout.com. `ctx` opens new orders there, `stripeFirst` at Stripe. */
export async function withCheckout(own: TestCtx) {
  const simulator = await startCheckoutSimulator(CHECKOUT_KEYS);
  const provider = connectCheckout({ ...CHECKOUT_KEYS, baseUrl: simulator.url });
  const stripe = own.payments.of("stripe");
  const control = async (path: string, body: unknown = {}) => {
    const reply = await fetch(`${simulator.url}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as { readonly id: string; readonly payment: string };
  };
  return {
    ctx: { ...own, payments: paymentsOf([provider, stripe]) } satisfies TestCtx,
    /** A shop with this setting for new orders, and changes to its providers. */
    ruled: (setting: string, changes: { readonly [name in "stripe" | "checkout"]?: Partial<PaymentProvider> } = {}): TestCtx => ({
      ...own,
      payments: paymentsOf(
        [
          { ...stripe, ...changes.stripe },
          { ...provider, ...changes.checkout },
        ],
        { rules: parseNewOrders(setting) },
      ),
    }),
    /** One of the shop's processes, whose setting staff can change. */
    steered: (
      setting = "stripe=100,checkout=0",
      changes: { readonly [name in "stripe" | "checkout"]?: Partial<PaymentProvider> } = {},
    ): TestCtx => {
      const newOrders = cacheNewOrders(own.db, { providers: ["stripe", "checkout"], setting: parseNewOrders(setting) });
      const all = [
        { ...stripe, ...changes.stripe },
        { ...provider, ...changes.checkout },
      ] as const;
      return { ...own, newOrders, payments: paymentsOf([...all], { steering: newOrders }) };
    },
    stripeFirst: { ...own, payments: paymentsOf([stripe, provider]) } satisfies TestCtx,
    /** Changes the behaviour of Checkout.com. */
    but: (changes: Partial<PaymentProvider>): TestCtx => ({
      ...own,
      payments: paymentsOf([{ ...provider, ...changes }, stripe]),
    }),
    simulator,
    provider,
    control,
    /** Pays the page without its screens; returns the payment. */
    pay: async (sessionId: string, card: string = CHECKOUT_CARDS.debit, again = false) =>
      (await control(`pages/${sessionId}/pay`, { card, again })).payment,
    /** Sets faults of the simulator, such as the number of failing requests. */
    turn: (knobs: Readonly<Record<string, number>>) => control("knobs", knobs),
    /** The simulator's payments. */
    ledger: async () => {
      const reply = await fetch(`${simulator.url}/_simulator/ledger`);
      return (await reply.json()) as {
        readonly payments: readonly {
          readonly id: string;
          readonly captured: number;
          readonly voided: number;
          readonly refunded: number;
        }[];
      };
    },
  };
}

/** See `withCheckout`. */
export type Checkout = Awaited<ReturnType<typeof withCheckout>>;
