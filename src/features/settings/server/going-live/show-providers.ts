import { type Actor, may } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { listChecks } from "./check-store.ts";
import { judgeProvider, judgeWebhook, type Shown } from "./internal-checks.ts";

/** Results of a provider's checks. */
export type ProviderHealth = {
  readonly name: PaymentProviderName;
  /** `demo`: a simulator; `test`: no card is charged. */
  readonly mode: "live" | "test" | "demo";
  readonly keys: Shown;
  readonly webhook: Shown;
};

/** The checks of all providers. */
export async function showProviders(ctx: Ctx, actor: Actor): Promise<Result<readonly ProviderHealth[], "forbidden">> {
  if (!(await may(ctx, actor, "payments.read"))) return err("forbidden");
  const stored = new Map((await listChecks(ctx)).map((check) => [check.id, check]));
  return ok(
    await Promise.all(
      ctx.payments.all.map(async (provider) => ({
        name: provider.name,
        mode: provider.simulatorUrl !== undefined ? "demo" : ctx.env.isTestMode ? "test" : "live",
        keys: judgeProvider(stored, provider.name),
        webhook: await judgeWebhook(ctx, provider, stored),
      })),
    ),
  );
}
