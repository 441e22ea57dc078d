/** What the operator's own software calls the accounts. */
import { type Actor, adminIdOf, may, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { Labels } from "../rules/chart.ts";
import { findLabels, insertLabels } from "./close-store.ts";

/** `changed_meanwhile`: somebody else has saved since the form was shown. What is already exported stays as it was. */
export async function setLabels(
  ctx: Pick<Ctx, "db" | "now" | "log" | "env">,
  actor: Actor,
  { version, labels }: { readonly version: number; readonly labels: Labels },
): Promise<Result<undefined, "forbidden" | "changed_meanwhile">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const before = await findLabels(tx);
    const changed = labelChanges(before, labels);
    if (Object.keys(changed.after).length === 0) return ok();
    if (before.version !== version) return err("changed_meanwhile");
    if (!(await insertLabels(tx, { ...labels, version: version + 1, at, by: adminIdOf(actor) }))) return err("changed_meanwhile");
    await recordChange(tx, {
      actor,
      action: "books.labels",
      subjectType: "labels",
      subjectId: String(version + 1),
      ...changed,
      at,
    });
    return ok();
  });
}

function labelChanges(before: Labels, after: Labels) {
  const flat = ({ accounts, untaxed }: Labels): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(accounts).map(([account, { code, name }]) => [account, `${code} ${name}`])),
    untaxed,
  });
  const [was, is] = [flat(before), flat(after)];
  const keys = Object.keys(is).filter((key) => was[key] !== is[key]);
  const only = (all: Record<string, string>) => Object.fromEntries(keys.map((key) => [key, all[key] ?? ""]));
  return { before: only(was), after: only(is) };
}
