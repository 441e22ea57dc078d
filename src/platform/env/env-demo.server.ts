/** Refuses to open the demonstration to others: its passwords are public, so it is for this machine only. */
import { isLoopback } from "./env-formats.server.ts";
import { isCheckoutTest } from "./env-payments.server.ts";
import { findNeeded } from "./env-production.server.ts";
import type { Vars } from "./env-schema.server.ts";

/**
 * One sentence for each reason not to open the demonstration; empty if it may open. A live key is always
 * refused.
 */
export function findDemoRefusals(vars: Vars): string[] {
  const always = /(^|_)live_/.test(vars.STRIPE_SECRET_KEY ?? "")
    ? ["STRIPE_SECRET_KEY is a live key: the demonstration takes no real money."]
    : [];
  if (vars.CHECKOUT_SECRET_KEY !== undefined && !isCheckoutTest(vars))
    always.push("CHECKOUT_SECRET_KEY is a live key: the demonstration takes no real money.");
  if (vars.CONCOURS_DEMO) return always;
  const real = [
    ...findNeeded(vars),
    ...(["DATABASE_OWNER_URL", "TRUSTED_PROXIES", "S3_BUCKET", "CHECKOUT_SECRET_KEY"] as const).filter(
      (key) => vars[key] !== undefined,
    ),
  ];
  return [
    ...always,
    ...(isLoopback(vars.HOST) ? [] : [`HOST is ${vars.HOST}: other machines could reach it.`]),
    ...(vars.PUBLIC_URL === undefined || isLoopback(new URL(vars.PUBLIC_URL).hostname)
      ? []
      : [`PUBLIC_URL is ${vars.PUBLIC_URL}, which is not on this machine.`]),
    ...[...new Set(real)].map((key) => `${key} is set, as for a real shop.`),
  ];
}
