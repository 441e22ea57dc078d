/** Checks a campaign's draft, decides whether it may still be sent, and renders it. */
import { mailChoiceToken } from "#features/accounts/server/profile/mail-choices.ts";
import { salePhase } from "#features/lotteries/rules/lifecycle.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Err, err, type Ok, ok } from "#shared/result.ts";
import {
  type CampaignTemplateId,
  type CampaignTextProblem,
  checkCampaignText,
  findCampaignTemplate,
} from "../../rules/campaign-templates.ts";
import { hasMarkup, type StopReason } from "../../rules/campaign.ts";
import type { OutgoingMail } from "../deliver-mail.ts";
import type { Campaign, prepareCampaign } from "../mails/campaign.ts";

/** A campaign as staff write it. */
export type Draft = {
  readonly template: string;
  readonly lotteryId: string;
  readonly subject: string;
  readonly content: string;
};
/** A draft whose template, draw and text are valid. */
export type CheckedDraft = Omit<Draft, "template" | "lotteryId"> & {
  readonly template: CampaignTemplateId;
  readonly lottery: Lottery;
};
export type DraftProblem = CampaignTextProblem | "unknown_template" | "markup";
export type DraftRefusal = Err<"noLottery"> | (Err<"badText"> & { readonly problem: DraftProblem });

/** Without NUL, which PostgreSQL refuses, and trimmed. */
export function cleanText(text: string): string {
  return text.replaceAll("\0", "").trim();
}

/** @returns the checked draft, `noLottery` for a draw not on sale, or `badText` with the problem */
export async function checkDraft(ctx: Pick<Ctx, "db" | "now">, typed: Draft): Promise<Ok<CheckedDraft> | DraftRefusal> {
  const draft = { ...typed, subject: cleanText(typed.subject), content: cleanText(typed.content) };
  const template = findCampaignTemplate(draft.template)?.id;
  if (template === undefined) return { ...err("badText"), problem: "unknown_template" };
  const problem = hasMarkup(draft.subject) || hasMarkup(draft.content) ? "markup" : checkCampaignText(draft);
  if (problem) return { ...err("badText"), problem };
  const lottery = await findLottery(ctx, draft.lotteryId);
  if (!lottery || !isOnSale(lottery, ctx.now())) return err("noLottery");
  return ok({ template, lottery, subject: draft.subject, content: draft.content });
}

/** Whether tickets can be bought now. Advertising a draw without tickets for sale would mislead. */
export function isOnSale(lottery: Lottery, now: Date): boolean {
  return saleProblem(lottery, now) === undefined;
}

/** Why a draw is not on sale. Held tickets may come back: it is sold out once all are paid for. */
function saleProblem(lottery: Lottery, now: Date): "draw_cancelled" | "draw_over" | "sold_out" | undefined {
  if (lottery.status === "cancelled") return "draw_cancelled";
  if (lottery.status !== "active" || salePhase(lottery, now) === "closed") return "draw_over";
  return lottery.ticketsSold >= lottery.ticketsAvailable ? "sold_out" : undefined;
}

/** Why a campaign may not go on; undefined while its draw is on sale and its code is valid. */
export function stopReason(
  lottery: Lottery | undefined,
  { promotion }: { readonly promotion: Campaign["promotion"] },
  now: Date,
): StopReason | undefined {
  if (!lottery) return "draw_gone";
  return saleProblem(lottery, now) ?? (promotion && promotion.expiresAt <= now ? "code_over" : undefined);
}

/** The recipient of a campaign's mail. */
export type CampaignReader = { readonly userId: string; readonly firstName: string };
export type Prepare = typeof prepareCampaign;

/** Thrown if the campaign cannot be rendered for any reader. */
export class RenderingFailed extends Error {}

/**
 * Renders the campaign once. @returns a function that fills in one reader's parts. @throws RenderingFailed
 */
export async function openCampaignMail(
  ctx: Ctx,
  campaign: Pick<CheckedDraft, "template" | "lottery" | "subject" | "content"> & { readonly promotion: Campaign["promotion"] },
  prepare?: Prepare,
): Promise<(reader: CampaignReader) => OutgoingMail> {
  const { template, lottery, subject, content, promotion } = campaign;
  const activeLotteries = (await listLotteries(ctx, "active")).filter((each) => isOnSale(each, ctx.now()));
  const render = prepare ?? (await import("../mails/campaign.ts")).prepareCampaign;
  const letter = { template, subject, content, lottery, activeLotteries, promotion, now: ctx.now() };
  const write = await render(ctx, letter).catch((cause: unknown) => {
    throw new RenderingFailed("a campaign could not be rendered", { cause });
  });
  return ({ userId, firstName }) => {
    const token = mailChoiceToken(ctx, userId);
    const content = write({ firstName, unsubscribeUrl: `${ctx.publicUrl}/mail-preferences?token=${token}` });
    return { ...content, headers: unsubscribeHeaders(`${ctx.publicUrl}/unsubscribe?token=${token}`) };
  };
}

/** RFC 2369 and RFC 8058: mail programs show a button for unsubscribing with one click. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
