/** Whether a person has to review a draw before it is saved, because that puts it on sale or announces it. */
import { createHash } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Locale, languages } from "#shared/language/locale.ts";
import { formatMoney } from "#shared/money/money.ts";
import type { LotteryDraft } from "../rules/fields/facts.ts";
import { changesBetween, columnsOf, columnsOfLottery } from "../rules/fields/lottery-changes.ts";
import { isSameSentence, type ReviewWarning, reviewWarnings, soldOutSums } from "../rules/fields/publish-review.ts";
import { clearSchedule, publishableDraft, publishGaps } from "../rules/fields/publishing.ts";
import { canBecome } from "../rules/lifecycle.ts";
import { listOtherPrices, type ManagedLottery } from "./managed-store.ts";

type Reviewing = Pick<Ctx, "db" | "now" | "messages">;
type Saving = { readonly draft: LotteryDraft; readonly pictures: readonly string[]; readonly stored: ManagedLottery | undefined };

/** `digest` names the values and warnings that were shown; `sentence` must be typed if there are warnings. */
export type PublishReview = {
  readonly digest: string;
  readonly warnings: readonly ReviewWarning[];
  readonly sentence: string | undefined;
};
/** As sent by the form. */
export type ReviewAnswer = { readonly digest: string; readonly sentence: string };

function sentenceIn(
  { messages }: Pick<Ctx, "messages">,
  locale: Locale,
  draft: LotteryDraft,
  warnings: readonly ReviewWarning[],
): string {
  const t = messages[locale].getFixedT(null, "admin-lotteries");
  if (!warnings.includes("loses_money")) return t("review.sentence");
  return t("review.sentenceOfLoss", { amount: formatMoney(soldOutSums(draft).loss, locale, "whole") });
}

/** @returns undefined if no review is needed, or the draw cannot be saved like this anyway */
export async function reviewPublishing(ctx: Reviewing, locale: Locale, saving: Saving): Promise<PublishReview | undefined> {
  const { pictures, stored } = saving;
  const draft = clearSchedule(saving.draft);
  if (stored && (stored.hasOrders || !changesBetween(columnsOfLottery(stored), columnsOf(draft, pictures)))) return undefined;
  const isOnSale = stored?.status === "active";
  if (draft.status !== "active" && !(draft.status === "draft" && draft.publishAt !== undefined)) return undefined;
  if (!canBecome(stored?.status, draft.status, { tickets: stored?.tickets ?? 0, held: stored?.ticketsHeld ?? 0 }).ok)
    return undefined;
  const about = { pictures: pictures.length, takesFreeEntries: stored?.takesFreeEntries ?? true };
  if (!isOnSale && publishGaps(publishableDraft(draft, about), ctx.now()).length > 0) return undefined;
  const prices = await listOtherPrices(ctx.db, stored?.id);
  const warnings = reviewWarnings(draft, prices);
  const known = isOnSale ? reviewWarnings(stored, prices) : [];
  // A draw on sale is reviewed again only for what has become unusual.
  if (isOnSale && warnings.every((warning) => known.includes(warning))) return undefined;
  return {
    digest: createHash("sha256")
      .update(JSON.stringify([columnsOf(draft, pictures), warnings]))
      .digest("hex"),
    warnings,
    sentence: warnings.length === 0 ? undefined : sentenceIn(ctx, locale, draft, warnings),
  };
}

/** Confirmed: exactly these values were shown, and the sentence was typed in any language of the shop. */
export function reviewProblem(
  ctx: Pick<Ctx, "messages">,
  { digest, warnings }: PublishReview,
  { answer, draft }: { readonly answer: ReviewAnswer; readonly draft: LotteryDraft },
): "not_reviewed" | "wrong_sentence" | undefined {
  if (answer.digest !== digest) return "not_reviewed";
  const isTyped = languages.known.some(({ locale }) => isSameSentence(answer.sentence, sentenceIn(ctx, locale, draft, warnings)));
  return warnings.length === 0 || isTyped ? undefined : "wrong_sentence";
}
