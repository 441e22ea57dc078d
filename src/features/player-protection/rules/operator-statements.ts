/** Statements by which the operator confirms that the shop complies with a clause of the code of practice. */
import { type Day, londonDate } from "#shared/dates/dates.ts";

/** Keys of clauses, in the order of the code of practice. Texts: `promise.clauses.KEY.statement`. */
export const STATEMENTS = ["signs", "steps", "charity", "review", "partners", "sharing", "government"] as const;
export type StatementKey = (typeof STATEMENTS)[number];

/** Whether a value is the key of a statement. */
export function isStatement(key: unknown): key is StatementKey {
  return (STATEMENTS as readonly unknown[]).includes(key);
}

/** Key of the confirmation that the help organisations were checked. */
export const HELP_CHECK = "help";
/** In characters. */
export const LONGEST_STATEMENT = 2_000;

/** The operator's own text, in both languages. */
export type StatementWords = { readonly en: string; readonly fr: string };

/** A confirmation or withdrawal. `words` undefined: the shop's own text applies. */
export type StatementRow = {
  readonly id: string;
  readonly key: string;
  readonly isConfirmed: boolean;
  readonly words: StatementWords | undefined;
  readonly at: Date;
  /** Undefined if the person is gone, or if a command wrote it. */
  readonly by: string | undefined;
};
/** The newest row of a key. `since`: its first confirmation after the last withdrawal. */
export type Statement = StatementRow & { readonly since: Date };
export type Statements = Readonly<Record<string, Statement>>;

/** The present state of each key. @param rows oldest first */
export function newestStatements(rows: readonly StatementRow[]): Statements {
  const newest: Record<string, Statement> = {};
  for (const row of rows) {
    const before = newest[row.key];
    newest[row.key] = { ...row, since: before?.isConfirmed && row.isConfirmed ? before.since : row.at };
  }
  return newest;
}

/** How many statements, and the check of the helplines, were never confirmed or withdrawn. */
export function countUnanswered(statements: Statements): number {
  return [...STATEMENTS, HELP_CHECK].filter((key) => statements[key] === undefined).length;
}

/**
 * Since when a clause is complied with: its own day, the opening or the operator's confirmation, whichever
 * is last.
 */
export function compliantSince(clauseDay: Day, openedAt: Date, confirmedAt: Date | undefined): Day {
  const days = [clauseDay, londonDate(openedAt), ...(confirmedAt ? [londonDate(confirmedAt)] : [])];
  return days.sort().at(-1) ?? clauseDay;
}
