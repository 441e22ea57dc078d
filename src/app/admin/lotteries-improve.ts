import { type Actor, hasFreshProof, may } from "#features/accounts/server/actor.ts";
import type { ImproveRefusal, ImproveReply } from "#features/lotteries/admin/lottery-form-view.ts";
import { sentImprovement } from "#features/lotteries/admin/sent-form.ts";
import { checkImprovement } from "#features/lotteries/rules/prize-improvement.ts";
import { improvePrize, isImprovedBy } from "#features/lotteries/server/improve-prize.ts";
import { findManagedLottery } from "#features/lotteries/server/list-managed-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { FlashName } from "#platform/request/flash.server.ts";
import { err } from "#shared/result.ts";
import { storeFiles } from "./lotteries-save.ts";

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
  const again = async (reply: { refusal?: ImproveRefusal } & Partial<Pick<ImproveReply, "problems">>): Promise<ImproveReply> => {
    const pictures = await Promise.all(sent.pictures.map((url) => ctx.media.find(url)));
    const there = pictures.filter((picture) => picture !== undefined);
    return { intent: "improve", refusal: undefined, problems: {}, ...reply, fields: sent.fields, pictures: there };
  };
  if (!(await may(ctx, actor, "lotteries.improve"))) return "forbidden";
  const found = await findManagedLottery(ctx, actor, lotteryId).catch(failed);
  if (!found.ok) return found.error === "forbidden" ? "forbidden" : again({ refusal: found.error });
  if (await isImprovedBy(ctx, lotteryId, sent.requestKey)) return { flash: "prizeImproved" };
  const checked = checkImprovement(sent.fields, found.value.priceValue);
  if ("problems" in checked) return again({ problems: checked.problems });
  // Before a file is stored: the form comes back as it is.
  if (!hasFreshProof(ctx, actor)) return again({ refusal: "proof_needed" });
  const stored = await storeFiles(ctx, actor, sent);
  if (!stored.ok) return again({ refusal: stored.error });
  const improved = await improvePrize(ctx, actor, {
    lotteryId,
    ...checked.draft,
    pictures: stored.value,
    requestKey: sent.requestKey,
  }).catch(failed);
  if (improved.ok) return { flash: "prizeImproved" };
  if (improved.error === "forbidden") return "forbidden";
  // Somebody else has raised it between the two looks.
  if (improved.error === "not_higher") return again({ problems: { improved_value: "not_higher" } });
  return again({ refusal: improved.error });
}
