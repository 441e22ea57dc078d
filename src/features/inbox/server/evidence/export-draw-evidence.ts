/** The evidence of a draw for an auditor, an acquirer or the ASA: what is stored, without personal data. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { type DrawEvidence, readDrawEvidence } from "#features/draws/server/reading/read-draw-evidence.ts";
import { charityDue } from "#features/lotteries/rules/prize/charity.ts";
import { termsAddress, termsInForce, termsNumber } from "#features/orders/rules/checkout/terms.ts";
import { findTextVersion, type TextVersion } from "#features/site/server/texts/text-version.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import {
  type ComplaintCounts,
  countDisputes,
  countOrders,
  countPlayersComplaints,
  countRefunds,
  countTermsVersions,
  countTickets,
  type DisputeCount,
  type OrderCount,
  type RefundCount,
  sumCharityPayments,
  type TicketCount,
} from "./evidence-store.ts";

/** `orders`: those that accepted it. `text`: undefined if the software no longer has it. */
export type TermsEvidence = {
  readonly version: string;
  readonly number: string;
  readonly orders: number;
  readonly isInForce: boolean;
  readonly path: string;
  readonly text: TextVersion | undefined;
};

export type DrawPack = DrawEvidence & {
  readonly madeAt: Date;
  readonly orders: readonly OrderCount[];
  readonly tickets: readonly TicketCount[];
  readonly refunds: readonly RefundCount[];
  readonly disputes: readonly DisputeCount[];
  readonly complaints: ComplaintCounts;
  readonly charity: { readonly due: Pence; readonly paid: Pence } | undefined;
  readonly terms: readonly TermsEvidence[];
};

type Exporting = Pick<Ctx, "db" | "reads" | "log" | "now" | "beacon" | "media" | "env" | "texts">;

/** For staff who may see the participants of a draw. The audit log records each export. */
export async function exportDrawEvidence(
  ctx: Exporting,
  actor: Actor,
  lotteryId: string | undefined,
): Promise<Result<DrawPack, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "people.read"))) return err("forbidden");
  const evidence = await readDrawEvidence(ctx, lotteryId);
  if (!evidence) return err("not_found");
  const { lottery } = evidence.draw;
  const { id, charity } = lottery;
  const [orders, tickets, refunds, disputes, complaints, payments, terms] = await Promise.all([
    countOrders(ctx.reads, id),
    countTickets(ctx.reads, id),
    countRefunds(ctx.reads, id),
    countDisputes(ctx.reads, id),
    countPlayersComplaints(ctx.reads, id, lottery.opensAt),
    sumCharityPayments(ctx.reads, id),
    readTerms(ctx, evidence),
  ]);
  const madeAt = ctx.now();
  await recordChange(ctx.db, { actor, action: "draw.export", subjectType: "lottery", subjectId: id, at: madeAt });
  return ok({
    ...evidence,
    ...{ madeAt, orders, tickets, refunds, disputes, complaints, terms },
    charity: charity && { due: charityDue(charity, salesOf(orders)), paid: payments.paid },
  });
}

function salesOf(orders: readonly OrderCount[]): Pence {
  return pence(orders.reduce((sum, order) => sum + order.captured - order.refunded - order.chargedBack, 0));
}

/** The versions that buyers accepted, and the one in force now. */
async function readTerms(ctx: Exporting, { draw }: DrawEvidence): Promise<TermsEvidence[]> {
  const counts = await countTermsVersions(ctx.reads, draw.lottery.id);
  const inForce = termsInForce(ctx.texts.current("terms", ctx.now()));
  const versions = [...new Set([...counts.map(({ version }) => version), inForce])];
  return Promise.all(
    versions.map(async (version) => ({
      version,
      number: termsNumber(version),
      orders: counts.find((each) => each.version === version)?.orders ?? 0,
      isInForce: version === inForce,
      path: termsAddress(version),
      text: await findTextVersion(ctx, "terms", termsNumber(version)),
    })),
  );
}
