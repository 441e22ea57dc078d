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

type Improving = Pick<Ctx, "db" | "log" | "now" | "media">;

/** `pictures` are addresses from `uploadPicture`, appended to the existing ones. */
export type Improvement = ImprovementDraft & {
  readonly lotteryId: string;
  readonly pictures: readonly string[];
  /** The form's key: a repeated request adds nothing and gets the same answer. */
  readonly requestKey?: string | undefined;
};

/** Whether the form was applied already, so that it is not validated against its own result. */
export async function isImprovedBy(ctx: Improving, lotteryId: string, requestKey: string | undefined): Promise<boolean> {
  return isUuid(lotteryId) && requestKey !== undefined && isAddedBy(ctx.db, lotteryId, requestKey);
}

export async function improvePrize(ctx: Improving, actor: Actor, improvement: Improvement): Promise<Result<void, ImproveError>> {
  const reauth = await requireReauth(ctx, actor, "lotteries.improve");
  if (!reauth.ok) return reauth;
  if (!isUuid(improvement.lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const lottery = await lockManagedRow(tx, improvement.lotteryId);
    if (!lottery) return err("not_found");
    if (improvement.requestKey !== undefined && (await isAddedBy(tx, lottery.id, improvement.requestKey))) return ok(undefined);
    const problem = refuse(lottery, improvement);
    if (problem) return err(problem);
    const pictures = await holdPictures(ctx, tx, improvement.pictures);
    if (!pictures) return err("picture_gone");
    await publish(ctx, tx, actor, { lottery, improvement });
    await addImages(tx, lottery.id, pictures, lottery.images.length);
    return ok(undefined);
  });
}

function refuse(lottery: ManagedLottery, { value, note, pictures }: Improvement): ImproveError | undefined {
  const allowed = canImprove(lottery);
  if (!allowed.ok) return allowed.error;
  if (value === undefined && note === undefined && pictures.length === 0) return "nothing";
  if (value !== undefined && value <= lottery.priceValue) return "not_higher";
  const all = [...lottery.images.map(({ picture }) => picture.url), ...pictures];
  if (all.length > MAX_PICTURES) return "too_many_pictures";
  return new Set(all).size < all.length ? "same_picture" : undefined;
}

type Publishing = { readonly lottery: ManagedLottery; readonly improvement: Improvement };

async function publish(ctx: Improving, tx: Tx, actor: Actor, { lottery, improvement }: Publishing): Promise<void> {
  const { value, note, pictures, requestKey } = improvement;
  const at = ctx.now();
  const of = { lotteryId: lottery.id, at, byAdmin: "id" in actor ? actor.id : undefined, requestKey };
  if (value !== undefined) await insertImprovement(tx, { kind: "value", from: lottery.priceValue, to: value }, of);
  if (note !== undefined) await insertImprovement(tx, { kind: "note", text: note }, of);
  for (const url of pictures) await insertImprovement(tx, { kind: "picture", url }, of);
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
