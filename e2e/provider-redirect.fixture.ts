/** Preloaded into a production shop: redirects calls to the real payment provider to a simulator. */
import { PROVIDER_KINDS } from "#platform/payments/registry.server.ts";

const { stripe } = PROVIDER_KINDS;
const { configured } = stripe;
Object.assign(stripe, {
  configured: (env: Parameters<typeof configured>[0]) => ({ ...configured(env), baseUrl: process.env.E2E_PROVIDER }),
});
