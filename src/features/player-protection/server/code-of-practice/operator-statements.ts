/** Reads and makes the operator's statements on the code of practice. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlert } from "#features/access/server/raise-alert.ts";
import { HELP_ALERT } from "#features/accounts/rules/person/help-organisations.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findOpening } from "#platform/opening.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import {
  HELP_CHECK,
  isStatement,
  LONGEST_STATEMENT,
  newestStatements,
  type StatementKey,
  type Statements,
  type StatementWords,
} from "../../rules/operator-statements.ts";
import { insertStatement, listStatementRows } from "./code-of-practice-store.ts";

/** The present state of each statement. */
export async function findStatements({ db }: Pick<Ctx, "db">): Promise<Statements> {
  return newestStatements(await listStatementRows(db));
}

/** The same for the back office. */
export async function listStatements(ctx: Pick<Ctx, "db" | "log">, actor: Actor): Promise<Result<Statements, "forbidden">> {
  return (await may(ctx, actor, "practice.read")) ? ok(await findStatements(ctx)) : err("forbidden");
}

/** A confirmed statement. */
export type Published = { readonly since: Date; readonly words: StatementWords | undefined };
/** What the public page shows. `isHelpChecked`: the helplines were checked at least once. */
export type Promises = {
  readonly openedAt: Date | undefined;
  readonly isHelpChecked: boolean;
  readonly statements: Readonly<Partial<Record<StatementKey, Published>>>;
};

/** The confirmed statements. */
export async function findPromises(ctx: Pick<Ctx, "db">): Promise<Promises> {
  const [newest, openedAt] = await Promise.all([findStatements(ctx), findOpening(ctx)]);
  const confirmed = Object.values(newest).filter(({ key, isConfirmed }) => isConfirmed && isStatement(key));
  const isHelpChecked = newest[HELP_CHECK] !== undefined;
  return {
    openedAt,
    isHelpChecked,
    statements: Object.fromEntries(confirmed.map(({ key, since, words }) => [key, { since, words }])),
  };
}

/** When the helplines were last checked. A failed read is logged: the page does not depend on it. */
export async function findHelpCheck(ctx: Pick<Ctx, "db" | "log">): Promise<Date | undefined> {
  try {
    return (await findStatements(ctx))[HELP_CHECK]?.at;
  } catch (error) {
    ctx.log.error({ err: error }, "the check of the organisations that help could not be read");
    return undefined;
  }
}

type Stating = { readonly key: StatementKey; readonly isConfirmed: boolean; readonly words: StatementWords | undefined };

/** Confirms or withdraws a statement. `no_text`: a language is empty. */
export async function makeStatement(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { key, isConfirmed, words: typed }: Stating,
): Promise<Result<undefined, "forbidden" | "no_text">> {
  if (!(await may(ctx, actor, "practice.write"))) return err("forbidden");
  const words = typed && isConfirmed ? { en: tidy(typed.en), fr: tidy(typed.fr) } : undefined;
  if (words && (words.en === "" || words.fr === "")) return err("no_text");
  await ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    await insertStatement(tx, { key, isConfirmed, words, at, by: adminIdOf(actor) });
    const action = isConfirmed ? "practice.confirm" : "practice.withdraw";
    await recordChange(tx, {
      actor,
      action,
      subjectType: "operator_statement",
      subjectId: key,
      ...(words && { after: words }),
      at,
    });
  });
  return ok();
}

function tidy(text: string): string {
  return text.replaceAll("\0", "").replaceAll("\r\n", "\n").trim().slice(0, LONGEST_STATEMENT);
}

/** Records that the operator has called each number and opened each page. */
export async function recordHelpCheck(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
): Promise<Result<undefined, "forbidden">> {
  if (!(await may(ctx, actor, "practice.write"))) return err("forbidden");
  await ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    await insertStatement(tx, { key: HELP_CHECK, isConfirmed: true, words: undefined, at, by: adminIdOf(actor) });
    await withdrawAlert(tx, { kind: "help_old", subject: HELP_ALERT, at });
    const change = { action: "practice.help", subjectType: "operator_statement", subjectId: HELP_CHECK, at } as const;
    await recordChange(tx, { actor, ...change });
  });
  return ok();
}
