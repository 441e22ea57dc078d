/** Creates or changes a draw in one transaction: texts, terms, question and pictures. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { LotteryDraft } from "../rules/fields/facts.ts";
import { changesBetween, columnsOf, columnsOfLottery, isPromised } from "../rules/fields/lottery-changes.ts";
import { clearSchedule, type PublishGap, publishableDraft, publishGaps } from "../rules/fields/publishing.ts";
import { canBecome, type StatusProblem } from "../rules/lifecycle.ts";
import { prizePictureUrls } from "../rules/prize/further-prizes.ts";
import { MAX_PICTURES } from "../rules/prize/picture-files.ts";
import { findManagedByKey, lockManagedRow, type ManagedLottery, replaceImages } from "./managed-store.ts";
import { dropPictures, holdPictures } from "./pictures/store-pictures.ts";
import { insertLottery, updateLottery } from "./stock-store.ts";

type SaveCtx = Pick<Ctx, "db" | "log" | "now" | "media">;

/** The checked form; `pictures` are addresses from `uploadPicture`, in display order. */
export type LotteryInput = { readonly draft: LotteryDraft; readonly pictures: readonly string[] };
/** For the audit log. */
type Reason = { readonly reason?: string | undefined };

/**
 * `same_picture`: one picture twice. `picture_gone`: a file was removed meanwhile, and must be uploaded
 * again.
 */
export type SaveError = "forbidden" | "too_many_pictures" | "same_picture" | "picture_gone" | StatusProblem;
/**
 * `conflict`: a colleague saved meanwhile. `promised`: it concerns facts that the first order makes final,
 * `published`: or facts that the publication does.
 */
export type UpdateError = SaveError | "not_found" | "conflict" | "promised" | "published";
/** The draw would be published without facts that a published draw needs (`gaps`). Drafts may have gaps. */
export type NotReady = { readonly ok: false; readonly error: "not_ready"; readonly gaps: readonly PublishGap[] };

/** `already_made`: the form was saved before with other content. */
export type CreateError = SaveError | "already_made";

/** The draw that the same form has created before. */
async function findCreated(db: Db | Tx, requestKey: string | undefined): Promise<ManagedLottery | undefined> {
  return requestKey === undefined ? undefined : findManagedByKey(db, requestKey);
}

/** The answer to a repeated form. */
function repeatAnswer(created: ManagedLottery, { draft, pictures }: LotteryInput): Result<{ id: string }, "already_made"> {
  const change = changesBetween(columnsOfLottery(created), columnsOf(draft, pictures));
  return change ? err("already_made") : ok({ id: created.id });
}

type Shown = Pick<LotteryDraft, "furtherPrizes"> & Pick<LotteryInput, "pictures">;

/** The files of the draw's and of the further prizes' pictures. Undefined if one is missing. */
async function holdAllPictures(ctx: Pick<Ctx, "media">, tx: Tx, { pictures, furtherPrizes }: Shown) {
  const urls = [...new Set([...pictures, ...prizePictureUrls(furtherPrizes)])];
  const stored = await holdPictures(ctx, tx, urls);
  if (!stored) return undefined;
  const byUrl = new Map(stored.map((picture) => [picture.url, picture]));
  const found = (wanted: readonly string[]) => wanted.flatMap((url) => byUrl.get(url) ?? []);
  return {
    images: found(pictures),
    furtherPrizes: furtherPrizes.map((prize) => ({ ...prize, pictures: found(prizePictureUrls([prize])) })),
  };
}

/** The gaps of a draft that is published, or will be at a set time. */
function gapsOf(draft: LotteryDraft, pictures: number, now: Date, takesFreeEntries = true): PublishGap[] {
  const isChecked = draft.status === "active" || draft.publishAt !== undefined;
  return isChecked ? publishGaps(publishableDraft(draft, { pictures, takesFreeEntries }), now) : [];
}

function picturesProblem(pictures: readonly string[]): "too_many_pictures" | "same_picture" | undefined {
  if (pictures.length > MAX_PICTURES) return "too_many_pictures";
  return new Set(pictures).size < pictures.length ? "same_picture" : undefined;
}

/**
 * Creates a draw; requires the right `lotteries.write`.
 * @param input.requestKey of the form: a repeated request creates nothing and gets the same answer
 * @param input.copiedFrom the draw whose fields filled the form, for the log
 */
export async function createLottery(
  ctx: SaveCtx,
  actor: Actor,
  {
    draft: typed,
    pictures,
    requestKey,
    copiedFrom,
    reason,
  }: LotteryInput & Reason & { readonly requestKey?: string | undefined; readonly copiedFrom?: string | undefined },
): Promise<Result<{ id: string }, CreateError> | NotReady> {
  if (!(await may(ctx, actor, "lotteries.write"))) return err("forbidden");
  const draft = clearSchedule(typed);
  const earlier = await findCreated(ctx.db, requestKey);
  if (earlier) return repeatAnswer(earlier, { draft, pictures });
  const problem = picturesProblem(pictures);
  if (problem) return err(problem);
  const becoming = canBecome(undefined, draft.status, { tickets: 0, held: 0 });
  if (!becoming.ok) return becoming;
  const gaps = gapsOf(draft, pictures.length, ctx.now());
  if (gaps.length > 0) return { ok: false, error: "not_ready", gaps };
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await holdAllPictures(ctx, tx, { pictures, furtherPrizes: draft.furtherPrizes });
    if (!stored) return err("picture_gone");
    const id = await insertLottery(tx, { ...draft, furtherPrizes: stored.furtherPrizes }, { now: ctx.now(), requestKey });
    if (id === undefined) {
      const other = await findCreated(tx, requestKey);
      return other ? repeatAnswer(other, { draft, pictures }) : err("already_made");
    }
    await replaceImages(tx, id, stored.images);
    const subject = { subjectType: "lottery", subjectId: id };
    const after = { ...columnsOf(draft, pictures), ...(copiedFrom !== undefined && { copied_from: copiedFrom }) };
    await recordChange(tx, { actor, action: "lottery.create", ...subject, after, reason, at: ctx.now() });
    return ok({ id });
  });
}

/** The addresses of all pictures of a draw. */
export function picturesOf({ images, furtherPrizes }: Pick<ManagedLottery, "images" | "furtherPrizes">): string[] {
  return [...images.map(({ picture }) => picture.url), ...prizePictureUrls(furtherPrizes)];
}

/** Day and time of the end, comparable as text. */
function endOf({ endDate, endTime }: LotteryDraft): string {
  return `${endDate} ${endTime}`;
}

/** The gaps that a change would add. Old gaps of a published draw do not block other corrections. */
function newGaps(lottery: ManagedLottery, draft: LotteryDraft, { pictures, now }: { pictures: number; now: Date }) {
  if (lottery.status !== "active") return gapsOf(draft, pictures, now, lottery.takesFreeEntries);
  // An earlier end must leave time to post a card from today on: docs/decisions/0015.
  const today = londonDate(now);
  const endsEarlier = endOf(draft) < endOf(lottery) && draft.startDate < today;
  const checked = endsEarlier ? { ...draft, startDate: today } : draft;
  const gaps = gapsOf(checked, pictures, now, lottery.takesFreeEntries);
  const before = gapsOf({ ...lottery, status: "active" }, lottery.images.length, now, lottery.takesFreeEntries);
  return gaps.filter((gap) => !before.includes(gap));
}

/**
 * Locks and changes a draw. @returns the pictures that it no longer shows, for `dropPictures` after the
 * commit
 */
export async function changeLocked(
  ctx: SaveCtx,
  tx: Tx,
  actor: Actor,
  { lotteryId, version, draft: typed, pictures, reason }: LotteryInput & Reason & { lotteryId: string; version: number },
): Promise<Result<string[], UpdateError> | NotReady> {
  const lottery = await lockManagedRow(tx, lotteryId);
  if (!lottery) return err("not_found");
  if (lottery.version !== version) return err("conflict");
  const draft = clearSchedule(typed);
  const becoming = canBecome(lottery.status, draft.status, { tickets: lottery.tickets, held: lottery.ticketsHeld });
  if (!becoming.ok) return becoming;
  const change = changesBetween(columnsOfLottery(lottery), columnsOf(draft, pictures));
  if (!change) return ok([]);
  const { hasOrders } = lottery;
  if (isPromised(change, { hasOrders, isPublished: lottery.status !== "draft" }))
    return err(hasOrders ? "promised" : "published");
  const gaps = newGaps(lottery, draft, { pictures: pictures.length, now: ctx.now() });
  if (gaps.length > 0) return { ok: false, error: "not_ready", gaps };
  const hasNewImages = "images" in change.after;
  const hasNewPrizes = "further_prizes" in change.after;
  const stored = await holdAllPictures(ctx, tx, {
    pictures: hasNewImages ? pictures : [],
    furtherPrizes: hasNewPrizes ? draft.furtherPrizes : [],
  });
  if (!stored) return err("picture_gone");
  if (hasNewImages) await replaceImages(tx, lotteryId, stored.images);
  const { furtherPrizes } = hasNewPrizes ? stored : lottery;
  await updateLottery(tx, lotteryId, { ...draft, furtherPrizes }, ctx.now());
  if (lottery.status === "draft" && (draft.status === "active" || draft.publishAt !== undefined))
    await withdrawAlert(tx, { kind: "publishing_failed", subject: { type: "lottery", id: lotteryId }, at: ctx.now() });
  await recordChange(tx, {
    actor,
    action: "lottery.update",
    subjectType: "lottery",
    subjectId: lotteryId,
    ...change,
    reason,
    at: ctx.now(),
  });
  const shown = [...pictures, ...prizePictureUrls(draft.furtherPrizes)];
  return ok(picturesOf(lottery).filter((url) => !shown.includes(url)));
}

/**
 * Changes a draw; requires the right `lotteries.write`.
 * @param input.version of the draw when the form was shown
 * @returns whether the files of removed pictures are deleted; otherwise the sweep deletes them later
 */
export async function changeLottery(
  ctx: SaveCtx,
  actor: Actor,
  input: LotteryInput & Reason & { readonly lotteryId: string; readonly version: number },
): Promise<Result<{ filesGone: boolean }, UpdateError> | NotReady> {
  if (!(await may(ctx, actor, "lotteries.write"))) return err("forbidden");
  if (!isUuid(input.lotteryId)) return err("not_found");
  const problem = picturesProblem(input.pictures);
  if (problem) return err(problem);
  const changed = await ctx.db.transaction().execute((tx) => changeLocked(ctx, tx, actor, input));
  if (!changed.ok) return changed;
  // After the commit, because a rollback would restore the rows.
  return ok({ filesGone: await dropPictures(ctx, changed.value) });
}
