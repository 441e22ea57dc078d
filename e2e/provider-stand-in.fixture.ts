/** Loaded before a shop in production, which takes no provider but the real one: its calls go to a simulator all the same. */
import { PROVIDER_KINDS } from "#platform/payments/registry.server.ts";

const { stripe } = PROVIDER_KINDS;
const { configured } = stripe;
Object.assign(stripe, {
  configured: (env: Parameters<typeof configured>[0]) => ({ ...configured(env), baseUrl: process.env.E2E_PROVIDER }),
});
