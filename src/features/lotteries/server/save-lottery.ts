/** A draw made or changed by an administrator: its texts, its terms, its question and its pictures, in one transaction. */
import { type Actor, mayAdminister, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { changesBetween, columnsOf, columnsOfLottery, isAdvertised } from "../rules/lottery-changes.ts";
import type { LotteryDraft } from "../rules/lottery-draft.ts";
import { type StatusProblem, statusProblem } from "../rules/lottery-status.ts";
import { MAX_PICTURES } from "../rules/picture-files.ts";
import { dropPictures, holdPictures } from "./keep-pictures.ts";
import { insertLottery, lockManagedRow, replaceImages, updateLottery } from "./managed-store.ts";

type Saving = Pick<Ctx, "db" | "log" | "now" | "media">;

/** `pictures` are addresses that `uploadPicture` gave, in display order. */
export type Saved = { readonly draft: LotteryDraft; readonly pictures: readonly string[] };

/** `picture_gone`: a file is no more, because it was uploaded long ago or let go elsewhere; it has to be uploaded again. */
export type SaveError = "forbidden" | "too_many_pictures" | "same_picture" | "picture_gone" | StatusProblem;
/** `conflict`: somebody else saved in between. `frozen`: the change touches what an order makes final, which is all but the status. */
export type UpdateError = SaveError | "not_found" | "conflict" | "frozen";

export async function createLottery(
  ctx: Saving,
  actor: Actor,
  { draft, pictures }: Saved,
): Promise<Result<{ id: string }, SaveError>> {
  if (!(await mayAdminister(ctx, actor))) return err("forbidden");
  const problem = picturesProblem(pictures) ?? statusProblem(undefined, draft.status, { tickets: 0, held: 0 });
  if (problem) return err(problem);
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await holdPictures(ctx, tx, pictures);
    if (!stored) return err("picture_gone");
    const id = await insertLottery(tx, draft, ctx.now());
    await replaceImages(tx, id, stored);
    const subject = { subjectType: "lottery", subjectId: id };
    await recordChange(tx, { actor, action: "lottery.create", ...subject, after: columnsOf(draft, pictures), at: ctx.now() });
    return ok({ id });
  });
}

/**
 * @param input.version the one that the form was opened with
 * @returns whether the files of pictures that were taken out are gone; those that could not be removed are swept later
 */
export async function changeLottery(
  ctx: Saving,
  actor: Actor,
  input: Saved & { readonly lotteryId: string; readonly version: number },
): Promise<Result<{ filesGone: boolean }, UpdateError>> {
  if (!(await mayAdminister(ctx, actor))) return err("forbidden");
  if (!isUuid(input.lotteryId)) return err("not_found");
  const problem = picturesProblem(input.pictures);
  if (problem) return err(problem);
  const changed = await ctx.db.transaction().execute((tx) => changeLocked(ctx, tx, actor, input));
  if (!changed.ok) return changed;
  // Only now: had the transaction failed, its rows would still name them.
  return ok({ filesGone: await dropPictures(ctx, changed.value) });
}

/** Returns the pictures that the draw does not show any more. */
async function changeLocked(
  ctx: Saving,
  tx: Tx,
  actor: Actor,
  { lotteryId, version, draft, pictures }: Saved & { lotteryId: string; version: number },
): Promise<Result<string[], UpdateError>> {
  const lottery = await lockManagedRow(tx, lotteryId);
  if (!lottery) return err("not_found");
  if (lottery.version !== version) return err("conflict");
  const problem = statusProblem(lottery.status, draft.status, { tickets: lottery.tickets, held: lottery.ticketsHeld });
  if (problem) return err(problem);
  const change = changesBetween(columnsOfLottery(lottery), columnsOf(draft, pictures));
  if (!change) return ok([]);
  if (lottery.hasOrders && isAdvertised(change)) return err("frozen");
  if ("images" in change.after) {
    const stored = await holdPictures(ctx, tx, pictures);
    if (!stored) return err("picture_gone");
    await replaceImages(tx, lotteryId, stored);
  }
  await updateLottery(tx, lotteryId, draft, ctx.now());
  await recordChange(tx, {
    actor,
    action: "lottery.update",
    subjectType: "lottery",
    subjectId: lotteryId,
    ...change,
    at: ctx.now(),
  });
  return ok(lottery.images.map(({ picture }) => picture.url).filter((url) => !pictures.includes(url)));
}

function picturesProblem(pictures: readonly string[]): "too_many_pictures" | "same_picture" | undefined {
  if (pictures.length > MAX_PICTURES) return "too_many_pictures";
  return new Set(pictures).size < pictures.length ? "same_picture" : undefined;
}
