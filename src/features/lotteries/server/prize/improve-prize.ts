/** Improves the prize of a draw with orders: public at once and permanent, so it needs re-authentication. */
import { type Actor, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { toPounds } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { canImprove } from "../../rules/lifecycle.ts";
import { MAX_PICTURES } from "../../rules/prize/picture-files.ts";
import type { ImproveError, ImprovementDraft } from "../../rules/prize/prize-improvement.ts";
import { addImages, lockManagedRow, type ManagedLottery } from "../managed-store.ts";
import { holdPictures } from "../pictures/store-pictures.ts";
import { applyImprovement } from "../stock-store.ts";
import { insertImprovement, isAddedBy } from "./improvement-store.ts";

type ImproveCtx = Pick<Ctx, "db" | "log" | "now" | "media">;

/** What is added; `pictures` are addresses from `uploadPicture`, appended to the existing ones. */
export type Improvement = ImprovementDraft & {
  readonly lotteryId: string;
  readonly pictures: readonly string[];
  /** The form's key: a repeated request adds nothing and gets the same answer. */
  readonly requestKey?: string | undefined;
};

/** Whether the form with this key was applied already; it is then not checked against its own result. */
export async function isImprovedBy(ctx: ImproveCtx, lotteryId: string, requestKey: string | undefined): Promise<boolean> {
  return isUuid(lotteryId) && requestKey !== undefined && isAddedBy(ctx.db, lotteryId, requestKey);
}

/** Why the improvement is refused; undefined if it is not. */
function improvementProblem(lottery: ManagedLottery, { value, note, pictures }: Improvement): ImproveError | undefined {
  const allowed = canImprove(lottery);
  if (!allowed.ok) return allowed.error;
  if (value === undefined && note === undefined && pictures.length === 0) return "nothing";
  if (value !== undefined && value <= lottery.priceValue) return "not_higher";
  const all = [...lottery.images.map(({ picture }) => picture.url), ...pictures];
  if (all.length > MAX_PICTURES) return "too_many_pictures";
  return new Set(all).size < all.length ? "same_picture" : undefined;
}

type Publishing = { readonly lottery: ManagedLottery; readonly improvement: Improvement };

/** Inserts each addition, and records the change in the audit log. */
async function publish(ctx: ImproveCtx, tx: Tx, actor: Actor, { lottery, improvement }: Publishing): Promise<void> {
  const { value, note, pictures, requestKey } = improvement;
  const at = ctx.now();
  const origin = { lotteryId: lottery.id, at, byAdmin: "id" in actor ? actor.id : undefined, requestKey };
  if (value !== undefined) await insertImprovement(tx, { kind: "value", from: lottery.priceValue, to: value }, origin);
  if (note !== undefined) await insertImprovement(tx, { kind: "note", text: note }, origin);
  for (const url of pictures) await insertImprovement(tx, { kind: "picture", url }, origin);
  await applyImprovement(tx, lottery.id, { value, at });
  await recordChange(tx, {
    actor,
    action: "lottery.improve",
    subjectType: "lottery",
    subjectId: lottery.id,
    before: value === undefined ? {} : { price_value: toPounds(lottery.priceValue) },
    after: {
      ...(value !== undefined && { price_value: toPounds(value) }),
      ...(note !== undefined && { note: note.en, note_fr: note.fr }),
      ...(pictures.length > 0 && { pictures }),
    },
    at,
  });
}

/** Adds to the prize; the draw's page shows it at once. */
export async function improvePrize(ctx: ImproveCtx, actor: Actor, improvement: Improvement): Promise<Result<void, ImproveError>> {
  const reauth = await requireReauth(ctx, actor, "lotteries.improve");
  if (!reauth.ok) return reauth;
  if (!isUuid(improvement.lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const lottery = await lockManagedRow(tx, improvement.lotteryId);
    if (!lottery) return err("not_found");
    if (improvement.requestKey !== undefined && (await isAddedBy(tx, lottery.id, improvement.requestKey))) return ok(undefined);
    const problem = improvementProblem(lottery, improvement);
    if (problem) return err(problem);
    const pictures = await holdPictures(ctx, tx, improvement.pictures);
    if (!pictures) return err("picture_gone");
    await publish(ctx, tx, actor, { lottery, improvement });
    await addImages(tx, lottery.id, pictures, lottery.images.length);
    return ok(undefined);
  });
}
