/** The evidence of a draw for an auditor, an acquirer or the ASA: what is stored, without personal data. */
import type { Right } from "#features/access/rules/rights.ts";
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { readCharity } from "#features/books/server/read-books.ts";
import { type DrawEvidence, readDrawEvidence } from "#features/draws/server/reading/read-draw-evidence.ts";
import { termsAddress, termsInForce, termsNumber } from "#features/orders/rules/checkout/terms.ts";
import { findTextVersion, type TextVersion } from "#features/site/server/texts/text-version.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money/money.ts";
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

/** Each of these sections needs a right of its own. */
const SECTION_RIGHTS = {
  handovers: "winners.read",
  disputes: "disputes.read",
  complaints: "messages.read",
  charity: "books.read",
} as const satisfies Readonly<Record<string, Right>>;
export type GuardedSection = keyof typeof SECTION_RIGHTS;
const GUARDED_SECTIONS = Object.keys(SECTION_RIGHTS) as GuardedSection[];

export type DrawPack = DrawEvidence & {
  /** The sections that the actor's role may not read; they are empty. */
  readonly leftOut: readonly GuardedSection[];
  readonly madeAt: Date;
  readonly orders: readonly OrderCount[];
  readonly tickets: readonly TicketCount[];
  readonly refunds: readonly RefundCount[];
  readonly disputes: readonly DisputeCount[];
  readonly complaints: ComplaintCounts;
  readonly charity: { readonly due: Pence; readonly paid: Pence } | undefined;
  readonly terms: readonly TermsEvidence[];
};

const NO_COMPLAINTS: ComplaintCounts = { made: 0, answered: 0, answeredInTime: 0, outcomes: {} };

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
  const { id } = lottery;
  const rights = await Promise.all(GUARDED_SECTIONS.map((section) => may(ctx, actor, SECTION_RIGHTS[section])));
  const leftOut = GUARDED_SECTIONS.filter((_, index) => !rights[index]);
  const isShown = (section: GuardedSection) => !leftOut.includes(section);
  const [orders, tickets, refunds, disputes, complaints, charity, terms] = await Promise.all([
    countOrders(ctx.reads, id),
    countTickets(ctx.reads, id),
    countRefunds(ctx.reads, id),
    isShown("disputes") ? countDisputes(ctx.reads, id) : [],
    isShown("complaints") ? countPlayersComplaints(ctx.reads, id, lottery.opensAt) : NO_COMPLAINTS,
    lottery.charity && isShown("charity") ? readCharity(ctx, id, lottery.charity) : undefined,
    readTerms(ctx, evidence),
  ]);
  const madeAt = ctx.now();
  await recordChange(ctx.db, { actor, action: "draw.export", subjectType: "lottery", subjectId: id, at: madeAt });
  return ok({
    ...evidence,
    handovers: isShown("handovers") ? evidence.handovers : [],
    ...{ madeAt, leftOut, orders, tickets, refunds, disputes, complaints, charity, terms },
  });
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
