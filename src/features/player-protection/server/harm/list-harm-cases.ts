/** Reads cases of harm signs. */
import { type Actor, may } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { pence, toPounds } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type CaseView, isSum } from "../../rules/harm-signs.ts";
import {
  type HarmCase,
  type CaseFigures,
  type CaseStep,
  countCaseRows,
  findCaseRow,
  listCaseRows,
  listOwnCases,
  listStepRows,
  readFigures,
} from "./harm-case-store.ts";

export type { HarmCase, CaseStep, SeenSign } from "./harm-case-store.ts";

export const CASES_PER_PAGE = 25;

/** A page of open or closed cases, counted from 1. */
export async function listCases(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { view, page }: { readonly view: CaseView; readonly page: number },
): Promise<Result<{ readonly cases: readonly HarmCase[]; readonly found: number }, "forbidden">> {
  if (!(await may(ctx, actor, "care.handle"))) return err("forbidden");
  const [cases, found] = await Promise.all([
    listCaseRows(ctx.db, view, { limit: CASES_PER_PAGE, offset: (page - 1) * CASES_PER_PAGE }),
    countCaseRows(ctx.db, view),
  ]);
  return ok({ cases, found });
}

/** A case with its steps and figures. */
export type ShownCase = { readonly found: HarmCase; readonly steps: readonly CaseStep[]; readonly figures: CaseFigures };

/** One case. */
export async function showCase(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  id: string | undefined,
): Promise<Result<ShownCase, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "care.handle"))) return err("forbidden");
  const found = isUuid(id) ? await findCaseRow(ctx.db, id) : undefined;
  if (!found) return err("not_found");
  const [steps, figures] = await Promise.all([listStepRows(ctx.db, found.id), readFigures(ctx.db, found.userId, ctx.now())]);
  return ok({ found, steps, figures });
}

/** For the data export: signs, steps and outcome, without names of staff. */
export async function exportHarmCases(ctx: Pick<Ctx, "db">, userId: string) {
  const cases = await listOwnCases(ctx.db, userId);
  return cases.map(({ openedAt, closedAt, outcome, signs, steps }) => ({
    opened_at: openedAt,
    closed_at: closedAt ?? null,
    outcome: outcome ?? null,
    signs: signs.map(({ kind, found, against, at }) => {
      const write = (value: number) => (isSum(kind) ? toPounds(pence(value)) : value);
      return { sign: kind, found: write(found), against: write(against), found_at: at };
    }),
    steps: steps.map(({ kind, words, at }) => ({ step: kind, words, at })),
  }));
}
