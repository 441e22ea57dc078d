/** Adds to the prize of a draw from its form. Improvements only ever add value. */
import { z } from "zod";
import { type Actor, hasFreshReauth, may } from "#features/access/server/actor.ts";
import { type ImproveRefusal, type ImproveReply, isOwnRefusal } from "#features/lotteries/admin/lottery-form-view.ts";
import { sentImprovement } from "#features/lotteries/admin/sent-form.ts";
import { MAX_PICTURES } from "#features/lotteries/rules/prize/picture-files.ts";
import {
  checkImprovement,
  IMPROVEMENT_FIELDS,
  type ImprovementProblems,
} from "#features/lotteries/rules/prize/prize-improvement.ts";
import { findManagedLottery } from "#features/lotteries/server/list-managed-lotteries.ts";
import { improvePrize, isImprovedBy } from "#features/lotteries/server/prize/improve-prize.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { FlashName } from "#platform/request/flash.server.ts";
import { err } from "#shared/result.ts";
import { parseForm, typedTexts } from "#ui/forms/parse-form.ts";
import type { CodeOf } from "#ui/forms/reply.ts";
import { findPictures, storeFiles } from "./lotteries-save.server.ts";

const schema = z.object({ intent: z.literal("improve"), ...typedTexts(IMPROVEMENT_FIELDS) });

/**
 * `flash`: done, with the message of the next page. Otherwise the form with what is wrong, or `forbidden`.
 */
export async function improveFromForm(
  ctx: Ctx,
  actor: Actor,
  { form, lotteryId }: { form: FormData; lotteryId: string },
): Promise<{ readonly flash: FlashName } | ImproveReply | "forbidden"> {
  const failed = (error: unknown) => {
    ctx.log.error({ err: error, lotteryId }, "a prize could not be improved");
    return err("failed");
  };
  const sent = sentImprovement(form);
  const submission = parseForm(form, schema);
  /** The same form again, with the code of its refusal or the problem of each field. */
  const again = async (code: CodeOf<ImproveReply> | undefined, problems: ImprovementProblems = {}): Promise<ImproveReply> => {
    const named = Object.entries(problems).map(([name, problem]) => [name, [`lotteries.problem.${problem}`]]);
    const errors = { fieldErrors: Object.fromEntries(named), ...(code && { formErrors: [code] }) };
    const refused = submission.reply(errors) as ImproveReply["refused"];
    return { intent: "improve", refused, pictures: await findPictures(ctx, sent.pictures.slice(0, MAX_PICTURES)) };
  };
  const refuse = (error: ImproveRefusal) =>
    again(isOwnRefusal(error) ? `improve.refusal.${error}` : `lotteries.refusal.${error}`);
  if (!(await may(ctx, actor, "lotteries.improve"))) return "forbidden";
  const found = await findManagedLottery(ctx, actor, lotteryId).catch(failed);
  if (!found.ok) return found.error === "forbidden" ? "forbidden" : refuse(found.error);
  if (await isImprovedBy(ctx, lotteryId, sent.requestKey)) return { flash: "prizeImproved" };
  const checked = checkImprovement(sent.fields, found.value.priceValue);
  if ("problems" in checked) return again(undefined, checked.problems);
  // Check before a file is stored, so that the form can be sent again unchanged.
  if (!hasFreshReauth(ctx, actor)) return refuse("reauth_needed");
  const stored = await storeFiles(ctx, actor, sent);
  if (!stored.ok) return refuse(stored.error);
  const improved = await improvePrize(ctx, actor, {
    lotteryId,
    ...checked.draft,
    pictures: stored.value,
    requestKey: sent.requestKey,
  }).catch(failed);
  if (improved.ok) return { flash: "prizeImproved" };
  if (improved.error === "forbidden") return "forbidden";
  // Another administrator raised the value after the check.
  if (improved.error === "not_higher") return again(undefined, { improved_value: "not_higher" });
  return refuse(improved.error);
}
