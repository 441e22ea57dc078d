/** Compares the provider's disputes with ours, for lost webhooks, and alerts when evidence is due. */
import { raiseAlertOnce } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import { listDueDisputes, listWaitingDisputes } from "./dispute-store.ts";
import { settleDispute } from "./settle-dispute.ts";

/** How often open disputes are read again: they last for months. */
const ASK_AGAIN_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Decisions can be reversed by an appeal or a card network: they are read once a day for this long. */
const MAY_TURN_MS = 180 * DAY_MS;
const AT_ONCE = 50;
/** How long before the deadline for evidence staff are alerted. */
const DUE_SOON_MS = 3 * DAY_MS;

export type DisputeRound = {
  reconcile(provider: PaymentProvider, since: Date): Promise<void>;
  follow(): Promise<void>;
};

/** One round; settles each dispute at most once. */
export function disputesOf(ctx: Ctx): DisputeRound {
  const now = ctx.now();
  const settled = new Set<string>();
  const settle = async (id: string, provider: PaymentProviderName) => {
    if (settled.has(id)) return;
    settled.add(id);
    // A failed one is retried in the next round and does not delay the others.
    await settleDispute(ctx, id, provider).catch((error: unknown) =>
      ctx.log.error({ err: error, disputeId: id }, "reconciling a dispute failed"),
    );
  };
  return {
    async reconcile(provider, since) {
      for await (const { id } of provider.listDisputes(since)) await settle(id, provider.name);
    },
    async follow() {
      const ago = (ms: number) => new Date(now.getTime() - ms);
      const decided = {
        since: ago(MAY_TURN_MS),
        checkedBefore: ago(DAY_MS),
        providers: ctx.payments.all.map(({ name }) => name),
      };
      for (const { id, provider } of await listWaitingDisputes(ctx.db, {
        checkedBefore: ago(ASK_AGAIN_MS),
        decided,
        limit: AT_ONCE,
      }))
        await settle(id, provider);
      for (const { id, dueBy } of await listDueDisputes(ctx.db, { from: now, before: new Date(now.getTime() + DUE_SOON_MS) })) {
        const facts = { due: dueBy.toJSON() };
        await raiseAlertOnce(ctx.db, { kind: "dispute_due", subject: { type: "dispute", id }, facts, at: now });
      }
    },
  };
}
