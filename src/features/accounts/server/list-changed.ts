/** What the log says was changed lately. It is written by the transaction of each change, one after the other, so nothing is missed. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findLastChange, listSubjectsSince } from "./audit-store.ts";

/** `at` is where the next look begins. */
export type Changed = { readonly at: string; readonly subjects: readonly string[] };

/** The subjects of one kind in the order of the log. Without `since` none: the place to begin at. */
export async function listChanged({ db }: Pick<Ctx, "db">, kind: string, since: string | undefined): Promise<Changed> {
  if (since === undefined) return { at: await findLastChange(db), subjects: [] };
  const rows = await listSubjectsSince(db, kind, since);
  return { at: rows.at(-1)?.id ?? since, subjects: [...new Set(rows.map(({ subject }) => subject))] };
}
