/** Staff decide which payment providers take new orders, and in which shares. */
import { type Actor, adminIdOf, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { NewOrderSplit } from "#platform/payments/cached-new-orders.server.ts";
import type { NewOrderRule } from "#platform/payments/new-orders.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import {
  bandsOf,
  providerRole,
  readSplit,
  type SplitLine,
  type SplitProblem,
  splitLines,
} from "../../rules/checkout/new-order-form.ts";
import { insertSplit, lockSplit } from "./new-orders-store.ts";

type SplitCtx = Pick<Ctx, "db" | "env" | "log" | "newOrders" | "now" | "payments">;

/** The split, and the role and trouble of each provider; requires the right `payments.read`. */
export async function showNewOrders(ctx: SplitCtx, actor: Actor) {
  if (!(await may(ctx, actor, "payments.read"))) return err("forbidden");
  const { newOrders, payments } = ctx;
  await newOrders.refresh();
  const { split, rules, troubles } = newOrders;
  const names = payments.all.map(({ name }) => name);
  const saved = newOrders.inForce({ rules: split.rules, stopped: [] });
  return ok({
    version: split.version,
    savedAt: split.savedAt,
    lines: splitLines(saved),
    bands: bandsOf(rules),
    providers: names.map((name) => ({
      name,
      part: providerRole(name, { rules, stopped: split.stopped }),
      trouble: troubles.find(({ provider }) => provider === name),
      isAvoided: newOrders.isAvoided(name),
    })),
  });
}

/** The form is invalid, or would stop all sales. */
export type SplitRefused = { readonly ok: false; readonly error: "wrong"; readonly wrong: SplitProblem };

/** Whether the change leaves no provider for new orders, where there was one. */
function endsSales({ newOrders }: SplitCtx, ...choices: readonly [NewOrderSplit, NewOrderSplit]): boolean {
  const [before, after] = choices.map((each) => newOrders.inForce(each).length);
  return before !== 0 && after === 0;
}

/** The rules in the notation of the setting NEW_ORDERS. */
function rulesText(rules: readonly NewOrderRule[]): string {
  return rules.map(({ provider, share, from }) => `${provider}=${share}${from > 0 ? `@${from / 100}` : ""}`).join(",");
}

function auditValues({ rules, stopped }: NewOrderSplit) {
  return { new_orders: rulesText(rules), stopped: stopped.join(", ") };
}

/**
 * Applies a decision under the lock, and records it in the audit log. A decision without a split changes
 * nothing.
 */
async function changeSplit<E extends string>(
  { db, newOrders, now }: SplitCtx,
  actor: Actor,
  action: "payments.split" | "payments.stop" | "payments.resume",
  decide: (split: NewOrderSplit) => Result<NewOrderSplit | undefined, E>,
): Promise<Result<undefined, E>> {
  const at = now();
  const changed = await db.transaction().execute(async (tx: Tx): Promise<Result<undefined, E>> => {
    await lockSplit(tx);
    const split = await newOrders.read(tx);
    const decided = decide(split);
    if (!decided.ok) return decided;
    if (!decided.value) return ok();
    const version = split.version + 1;
    const by = adminIdOf(actor);
    await insertSplit(tx, { ...decided.value, version, at, by });
    const [before, after] = [split, decided.value].map(auditValues);
    await recordChange(tx, { actor, action, subjectType: "shop", subjectId: "payments", before, after, at });
    return ok();
  });
  if (changed.ok) await newOrders.refresh();
  return changed;
}

/**
 * Sets the shares of new orders; all processes follow within a second. Refuses to leave no provider.
 * @param input.version the one that the form showed
 */
export async function saveSplit(
  ctx: SplitCtx,
  actor: Actor,
  { version, lines }: { readonly version: number; readonly lines: readonly SplitLine[] },
): Promise<Result<undefined, ReauthRefusal | "changed_meanwhile"> | SplitRefused> {
  if (!(await may(ctx, actor, "payments.write"))) return err("forbidden");
  const form = readSplit(
    lines,
    ctx.payments.all.map(({ name }) => name),
  );
  if ("problem" in form) return { ok: false, error: "wrong", wrong: form.problem };
  const reauth = await requireReauth(ctx, actor, "payments.write");
  if (!reauth.ok) return reauth;
  const saved = await changeSplit<"changed_meanwhile" | "all_stopped">(ctx, actor, "payments.split", (split) => {
    const isSame = rulesText(split.rules) === rulesText(form.rules);
    if (split.version !== version && !isSame) return err("changed_meanwhile");
    const next = { ...split, rules: form.rules };
    if (endsSales(ctx, split, next)) return err("all_stopped");
    return ok(isSame ? undefined : next);
  });
  if (saved.ok) return saved;
  if (saved.error !== "all_stopped") return err(saved.error);
  return { ok: false, error: "wrong", wrong: { line: 0, problem: saved.error } };
}

/** Stops new orders at a provider; refunds go on. `last_one`: sales would end, which needs `isConfirmed`. */
export async function stopNewOrders(
  ctx: SplitCtx,
  actor: Actor,
  { provider, isConfirmed }: { readonly provider: PaymentProviderName; readonly isConfirmed: boolean },
): Promise<Result<undefined, ReauthRefusal | "last_one">> {
  const reauth = await requireReauth(ctx, actor, "payments.write");
  if (!reauth.ok) return reauth;
  return changeSplit(ctx, actor, "payments.stop", (split) => {
    if (split.stopped.includes(provider)) return ok();
    const next = { ...split, stopped: [...split.stopped, provider] };
    return endsSales(ctx, split, next) && !isConfirmed ? err("last_one") : ok(next);
  });
}

/** Lets a stopped provider take new orders again. */
export async function resumeNewOrders(
  ctx: SplitCtx,
  actor: Actor,
  provider: PaymentProviderName,
): Promise<Result<undefined, ReauthRefusal>> {
  const reauth = await requireReauth(ctx, actor, "payments.write");
  if (!reauth.ok) return reauth;
  return changeSplit(ctx, actor, "payments.resume", (split) =>
    ok(split.stopped.includes(provider) ? { ...split, stopped: split.stopped.filter((name) => name !== provider) } : undefined),
  );
}
