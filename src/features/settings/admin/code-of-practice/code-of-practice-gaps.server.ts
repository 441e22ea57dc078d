import { isHelpOld } from "#features/accounts/rules/person/help-organisations.ts";
import { countLateHandovers } from "#features/draws/server/winners/remind-of-handovers.ts";
import { countOverdue } from "#features/inbox/server/list-complaints.ts";
import { countWithCharity, countWithoutFreeEntry } from "#features/lotteries/server/list-lotteries.ts";
import { CLAUSES, isReviewDue } from "#features/player-protection/rules/code-of-practice.ts";
import { HELP_CHECK, STATEMENTS, type Statements } from "#features/player-protection/rules/operator-statements.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Gap } from "./code-of-practice-gaps.ts";

/**
 * What the shop does not do yet of its code of practice, by clause. `lastReview`: undefined if there was
 * none.
 */
export async function findGaps(
  ctx: Pick<Ctx, "db" | "now">,
  lastReview: Date | undefined,
  statements: Statements,
): Promise<readonly Gap[]> {
  const now = ctx.now();
  const [drawsWithoutFreeEntry, drawsForCharity, lateHandovers, overdueComplaints] = await Promise.all([
    countWithoutFreeEntry(ctx),
    countWithCharity(ctx),
    countLateHandovers(ctx),
    countOverdue(ctx),
  ]);
  const isReviewNeeded = lastReview === undefined || isReviewDue(lastReview, now);
  const helplinesCheckedAt = statements[HELP_CHECK]?.at;
  // Clauses that the operator must confirm and has not.
  const unconfirmed = CLAUSES.filter(({ key }) => STATEMENTS.some((each) => each === key) && !statements[key]?.isConfirmed);
  const gaps: readonly Gap[] = [
    ...CLAUSES.filter(({ status }) => status.state === "planned").map(
      ({ number }) => ({ clause: number, kind: "planned", count: 1 }) as const,
    ),
    { clause: "1.2", kind: "complaints", count: overdueComplaints },
    { clause: "1.8", kind: "help", count: helplinesCheckedAt && !isHelpOld(helplinesCheckedAt, now) ? 0 : 1 },
    { clause: "2.4", kind: "free", count: drawsWithoutFreeEntry },
    { clause: "2.5", kind: "late", count: lateHandovers },
    // The suggested words deny what these draws do.
    { clause: "2.6", kind: "charity", count: statements.charity?.isConfirmed && !statements.charity.words ? drawsForCharity : 0 },
    { clause: "3.1", kind: "review", count: isReviewNeeded ? 1 : 0 },
    ...unconfirmed.map(({ number }) => ({ clause: number, kind: "statement", count: 1 }) as const),
  ];
  return gaps.filter(({ count }) => count > 0);
}
