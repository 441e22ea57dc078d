/** Saves a draw from its form. Cancelling a draw refunds orders, so this belongs to the composition root. */
import { z } from "zod";
import { type Actor, hasFreshReauth, may } from "#features/access/server/actor.ts";
import {
  type Conflict,
  editedLottery,
  newLottery,
  type Place,
  type SaveRefusal,
  type SaveReply,
} from "#features/lotteries/admin/lottery-form-view.ts";
import { type SentForm, sentForm } from "#features/lotteries/admin/sent-form.ts";
import { cancelReason } from "#features/lotteries/rules/cancel-reason.ts";
import type { LotteryDraft } from "#features/lotteries/rules/fields/facts.ts";
import {
  checkFields,
  FIELD_NAMES,
  type FieldProblems,
  isAskedField,
  newFields,
} from "#features/lotteries/rules/fields/lottery-fields.ts";
import { gatherPrizes, pictureUrls, splitPrizes } from "#features/lotteries/rules/fields/prize-facts.ts";
import { GAP_PLACES } from "#features/lotteries/rules/fields/publishing.ts";
import { MAX_FURTHER_PRIZES } from "#features/lotteries/rules/prize/further-prizes.ts";
import { MAX_PICTURES } from "#features/lotteries/rules/prize/picture-files.ts";
import { DEFAULT_QUIZ } from "#features/lotteries/rules/purchase/quiz.ts";
import { findManagedLottery, type ManagedLottery } from "#features/lotteries/server/list-managed-lotteries.ts";
import { uploadPicture } from "#features/lotteries/server/pictures/store-pictures.ts";
import { type PublishReview, reviewProblem, reviewPublishing } from "#features/lotteries/server/review-publishing.ts";
import { changeLottery, createLottery, type NotReady } from "#features/lotteries/server/save-lottery.ts";
import { listChanges } from "#features/staff/server/audit-log/list-changes.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { FlashName } from "#platform/request/flash.server.ts";
import type { Picture } from "#shared/brand/picture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, type Result } from "#shared/result.ts";
import { parseForm, typedTexts } from "#ui/forms/parse-form.ts";
import { type CancelLotteryError, cancelLottery } from "../../server/refunds/cancel-lottery.ts";

/** The draw before the change; undefined for a new one. */
type Stored = ManagedLottery | undefined;
/** `gaps`: what a draw needs before it can go on sale. */
type Refused = { readonly ok: false; readonly error: SaveRefusal | "forbidden"; readonly gaps?: NotReady["gaps"] };
/** Saved, with the message of the next page. */
type Saved = { readonly ok: true; readonly value: FlashName };

const schema = z.object({
  intent: z.literal("save"),
  ...typedTexts([...FIELD_NAMES, "reason", "reason_note", "reason_note_fr", "reviewed", "sentence"]),
});

/** The field where an error is shown: "" for the whole form, the status by default. */
const PLACES: Partial<Record<SaveRefusal, Place | "">> = {
  ...{ too_many_pictures: "pictures", same_picture: "pictures", picture_gone: "pictures", picture_refused: "pictures" },
  ...{ too_large: "pictures", no_reason: "reason", note_refused: "reason_note", promised: "price_per_ticket" },
  ...{ failed: "", not_found: "", already_made: "", reauth_needed: "", conflict: "" },
};

/** What is wrong with the form that is shown again. `conflict`: another administrator saved meanwhile. */
type FormProblem = Pick<SaveReply, "version" | "conflict"> & {
  readonly refusal?: SaveRefusal;
  readonly problems?: FieldProblems;
  readonly gaps?: NotReady["gaps"] | undefined;
  readonly review?: PublishReview | undefined;
  readonly sentenceProblem?: "wrong_sentence" | undefined;
  /** Addresses, with those of files that were just stored. */
  readonly urls?: readonly string[] | undefined;
};

/** `cancels`: the change cancels the draw. */
type SaveInput = {
  stored: Stored;
  sent: SentForm;
  draft: LotteryDraft;
  pictures: readonly string[];
  cancels: boolean;
  copiedFrom: string | undefined;
  /** The typed sentence about an unusual draw, for the audit log. */
  reason: string | undefined;
};

/** How the form names each refusal of a cancellation. */
const CANCEL_REFUSALS = {
  forbidden: "forbidden",
  not_found: "not_found",
  no_reason: "no_reason",
  note_refused: "note_refused",
  reauth_needed: "reauth_needed",
  already_proposed: "already_proposed",
  already_cancelled: "is_final",
  completed: "is_final",
  frozen: "being_drawn",
} as const satisfies Record<CancelLotteryError, SaveRefusal | "forbidden">;

async function save(
  ctx: Ctx,
  actor: Actor,
  { stored, sent, draft, pictures, cancels, copiedFrom, reason }: SaveInput,
): Promise<Saved | Refused> {
  if (!stored) {
    const source = isUuid(copiedFrom) ? copiedFrom : undefined;
    const input = { draft, pictures, requestKey: sent.requestKey, copiedFrom: source, reason };
    const created = await createLottery(ctx, actor, input);
    return created.ok ? { ok: true, value: "lotteryCreated" } : created;
  }
  // Cancelling has a transaction of its own, so the typed fields are saved even if it fails.
  const draftToSave = cancels ? { ...draft, status: stored.status } : draft;
  const { id: lotteryId } = stored;
  const changed = await changeLottery(ctx, actor, { lotteryId, version: sent.version, draft: draftToSave, pictures, reason });
  if (!changed.ok) return changed;
  if (cancels) {
    const cancelled = await cancelLottery(ctx, actor, { lotteryId, reason: sent.cancellation });
    if (cancelled.ok) return { ok: true, value: cancelled.value === "proposed" ? "lotteryCancelProposed" : "lotteryCancelled" };
    return err(CANCEL_REFUSALS[cancelled.error]);
  }
  return { ok: true, value: changed.value.filesGone ? "lotteryUpdated" : "lotteryImageLeft" };
}

/** Stores the sent files. Returns the addresses of all pictures, kept ones first. */
export async function storeFiles(
  ctx: Ctx,
  actor: Actor,
  { pictures, files }: Pick<SentForm, "pictures" | "files">,
): Promise<Result<readonly string[], "too_many_pictures" | "picture_refused">> {
  if (pictures.length + files.length > MAX_PICTURES) return err("too_many_pictures");
  const urls = [...pictures];
  for (const file of files) {
    const { type, name } = file;
    const stored = await uploadPicture(ctx, actor, { bytes: new Uint8Array(await file.arrayBuffer()), type, name });
    if (!stored.ok) return err("picture_refused");
    urls.push(stored.value.url);
  }
  return { ok: true, value: [...new Set(urls)] };
}

/** Who saved meanwhile, and the fields that differ from the sent ones. */
async function conflictWith(ctx: Ctx, actor: Actor, current: ManagedLottery, sent: SentForm): Promise<Conflict> {
  const everything = { person: "", action: "", subject: current.id, from: "", to: "", before: "" } as const;
  const log = await listChanges(ctx, actor, everything);
  const last = log.ok ? log.value.changes[0] : undefined;
  const { fields, pictures } = editedLottery(current);
  const same = pictures.map(({ url }) => url).join() === sent.pictures.join();
  return {
    by: last?.actorId === undefined ? undefined : last.actor,
    at: last?.at.getTime(),
    fields: FIELD_NAMES.filter((name) => isAskedField(name) && fields[name] !== sent.fields[name]).map((name) => ({
      name,
      value: fields[name],
    })),
    pictures: same ? undefined : pictures.length,
  };
}

/** The version and the conflict after a refusal of the draw itself. */
async function afterRefusal(
  ctx: Ctx,
  actor: Actor,
  { lotteryId, sent, refusal }: { lotteryId: string; sent: SentForm; refusal: SaveRefusal },
): Promise<FormProblem> {
  const current = await findManagedLottery(ctx, actor, lotteryId);
  if (!current.ok) return { refusal: "not_found" };
  const { version } = current.value;
  return { refusal, version, conflict: refusal === "conflict" ? await conflictWith(ctx, actor, current.value, sent) : undefined };
}

/** Omits pictures whose files are gone: they have to be uploaded again. */
export async function findPictures({ media }: Pick<Ctx, "media">, urls: readonly string[]): Promise<readonly Picture[]> {
  const pictures = await Promise.all(urls.map((url) => media.find(url)));
  return pictures.filter((picture) => picture !== undefined);
}

/**
 * Creates or changes a draw. `form`: undefined if it was too large. `flash`: done, with the message of the
 * next page. Otherwise the form with what is wrong, or `forbidden`.
 */
export async function saveFromForm(
  ctx: Ctx,
  actor: Actor,
  {
    form,
    lotteryId,
    copiedFrom,
    locale,
  }: {
    form: FormData | undefined;
    lotteryId: string | undefined;
    copiedFrom?: string | undefined;
    locale: Locale;
  },
): Promise<{ readonly flash: FlashName } | SaveReply | "forbidden"> {
  const failed = (error: unknown) => {
    ctx.log.error({ err: error, lotteryId }, "a draw could not be saved");
    return err("failed");
  };
  if (!(await may(ctx, actor, "lotteries.write"))) return "forbidden";
  const found = lotteryId === undefined ? undefined : await findManagedLottery(ctx, actor, lotteryId).catch(failed);
  if (found && !found.ok && found.error === "forbidden") return "forbidden";
  const stored = found?.ok ? found.value : undefined;
  const edited = stored ? editedLottery(stored) : newLottery(newFields(londonDate(ctx.now())));
  if (form) gatherPrizes(form);
  const sent = form
    ? sentForm(form, edited.fields)
    : { ...sentForm(new FormData(), edited.fields), pictures: edited.pictures.map(({ url }) => url), version: edited.version };
  const submission = parseForm(form ?? new URLSearchParams({ intent: "save", ...edited.fields }), schema);
  /** The same form again, with what is wrong. */
  const again = async ({
    refusal,
    problems = {},
    gaps = [],
    sentenceProblem,
    urls = sent.pictures,
    ...more
  }: FormProblem): Promise<SaveReply> => {
    const place = refusal && refusal !== "not_ready" && (PLACES[refusal] ?? "status");
    const code = refusal === "conflict" ? "lotteries.conflict.title" : (`lotteries.refusal.${refusal}` as const);
    const fieldErrors = {
      ...Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [`lotteries.problem.${problem}`]])),
      ...Object.fromEntries(gaps.map((gap) => [GAP_PLACES[gap], [`lotteries.gap.${gap}`]])),
      ...(place && { [place]: [code] }),
      ...(sentenceProblem && { sentence: [`lotteries.problem.${sentenceProblem}`] }),
    };
    const refused = submission.reply({ fieldErrors, ...(place === "" && { formErrors: [code] }) }) as SaveReply["refused"];
    const prizeUrls = splitPrizes(sent.fields.further_prizes).flatMap(pictureUrls);
    const pictures = {
      pictures: await findPictures(ctx, urls.slice(0, MAX_PICTURES)),
      prizePictures: await findPictures(ctx, prizeUrls.slice(0, MAX_PICTURES * MAX_FURTHER_PRIZES)),
    };
    return { intent: "save", refused, ...pictures, version: sent.version, ...more };
  };
  if (found && !found.ok) return again({ refusal: found.error === "failed" ? "failed" : "not_found" });
  if (!form) return again({ refusal: "too_large" });

  const ids = (stored?.quiz ?? DEFAULT_QUIZ).options.map(({ id }) => id);
  const checked = checkFields(sent.fields, ids);
  if ("problems" in checked) return again({ problems: checked.problems });
  const cancels = stored !== undefined && stored.status !== "cancelled" && checked.draft.status === "cancelled";
  const cancellation = cancels ? cancelReason(sent.cancellation) : undefined;
  if (cancellation && !cancellation.ok) return again({ refusal: cancellation.error });
  // Check before anything is saved, so that the form can be sent again unchanged.
  if (cancels && !hasFreshReauth(ctx, actor)) return again({ refusal: "reauth_needed" });

  const pictures = await storeFiles(ctx, actor, sent);
  if (!pictures.ok) return again({ refusal: pictures.error });
  const { draft } = checked;
  const isCurrent = stored === undefined || sent.version === stored.version;
  const review = isCurrent ? await reviewPublishing(ctx, locale, { draft, pictures: pictures.value, stored }) : undefined;
  const problem = review && reviewProblem(ctx, review, { answer: sent.review, draft });
  if (problem) {
    const sentenceProblem = problem === "wrong_sentence" ? problem : undefined;
    return again({ review, urls: pictures.value, sentenceProblem });
  }
  const reason = review?.sentence && sent.review.sentence;
  const saving = { stored, sent, draft, pictures: pictures.value, cancels, copiedFrom, reason };
  const saved = await save(ctx, actor, saving).catch(failed);
  if (saved.ok) return { flash: saved.value };
  if (saved.error === "forbidden") return "forbidden";
  const gaps = "gaps" in saved ? saved.gaps : undefined;
  if (stored === undefined || gaps || saved.error === "failed") return again({ refusal: saved.error, gaps });
  return again(await afterRefusal(ctx, actor, { lotteryId: stored.id, sent, refusal: saved.error }));
}
