/** Stripe keeps the contract that the shop has with every payment provider; its sandbox does where STRIPE_SANDBOX_KEY is in the environment. */
import { startStripeSimulator } from "@concours/stripe-simulator";
import { expect, it } from "vitest";
import { describeProvider, pageRequest } from "../contract.fixture.ts";
import { connectStripe } from "./stripe.server.ts";

const KEYS = { secretKey: "sk_test_fixture", webhookSecret: "whsec_fixture" };
const CARDS = { debit: "4000058260000005", credit: "4000008260000000", declined: "4000000000000002" } as const;

describeProvider("Stripe's simulator", async (webhookUrl) => {
  const simulator = await startStripeSimulator({ ...KEYS, webhookUrl });
  const control = async (path: string, body: unknown): Promise<{ id: string }> => {
    const reply = await fetch(`${simulator.url}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await reply.json()) as { id: string };
  };
  return {
    provider: connectStripe({ ...KEYS, baseUrl: simulator.url }),
    async pay({ id }, card) {
      await control(`sessions/${id}/pay`, { card: CARDS[card] });
    },
    async failRefund(id) {
      await control(`refunds/${id}/turn`, { to: "failed" });
    },
    dispute: async ({ id }) => (await control(`charges/${id}/dispute`, {})).id,
    stop: () => simulator.stop(),
  };
});

const { STRIPE_SANDBOX_KEY: sandboxKey } = process.env;
it.runIf(sandboxKey)("Stripe's sandbox opens, shows and closes a page as the simulator does", async () => {
  const stripe = connectStripe({ secretKey: sandboxKey ?? "", webhookSecret: KEYS.webhookSecret });
  const request = pageRequest();
  const opened = await stripe.openPage(request);
  if (!opened.ok) throw new Error(opened.error);
  expect(await stripe.getPage(opened.value.id)).toMatchObject({ state: "open", paid: false, orderId: request.orderId });
  expect(await stripe.openPage(request)).toMatchObject({ ok: true, value: { id: opened.value.id } });
  expect(await stripe.expirePage(opened.value.id)).toMatchObject({ ok: true, value: { state: "expired" } });
  expect(await stripe.expirePage(opened.value.id)).toEqual({ ok: false, error: "not_open" });
});
