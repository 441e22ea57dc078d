/** Renders a draft for the preview, and sends it to its author as a test. */
import { randomUUID } from "node:crypto";
import { type Actor, adminIdOf, may } from "#features/access/server/actor.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { listMailReaders } from "#features/accounts/server/profile/list-mail-readers.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Err, err, type Ok, ok } from "#shared/result.ts";
import { samplePromotion } from "../../rules/campaign-templates.ts";
import { deliver, type OutgoingMail } from "../deliver-mail.ts";
import { finishMails } from "../delivery-store.ts";
import { claimMail } from "../store.ts";
import { checkDraft, type Draft, type DraftRefusal, openCampaignMail } from "./campaign-draft.ts";

/** Prefix of a test mail's subject. */
const TEST_MARK = "[TEST]";

/** `email`: the author's address, empty if unknown. */
type RenderedDraft = { readonly letter: OutgoingMail; readonly email: string; readonly userId: string | undefined };

/** Renders a draft with its author as the reader. */
export async function previewCampaign(
  ctx: Ctx,
  actor: Actor,
  draft: Draft,
): Promise<Ok<OutgoingMail> | Err<"forbidden"> | DraftRefusal> {
  const rendered = await renderForAuthor(ctx, actor, draft);
  return rendered.ok ? ok(rendered.value.letter) : rendered;
}

/** Sends a test to the administrator's own address, without checking consent. */
export async function sendCampaignTest(
  ctx: Ctx,
  actor: Actor,
  draft: Draft,
): Promise<Ok<{ to: string }> | Err<"forbidden" | "tooMany" | "notSent"> | DraftRefusal> {
  const rendered = await renderForAuthor(ctx, actor, draft);
  if (!rendered.ok) return rendered;
  const { letter, email, userId } = rendered.value;
  if (userId === undefined || email === "") return err("notSent");
  if ((await consumeRateLimit(ctx, "campaignTestByUser", userId)) > 0) return err("tooMany");

  const message = `campaign-test:${randomUUID()}`;
  const messageId = message.replaceAll(":", ".");
  const mail = await claimMail(ctx.db, { message, recipient: email, userId, messageId, now: ctx.now() });
  const end = await deliver(ctx, { ...mail, to: email }, { ...letter, subject: `${TEST_MARK} ${letter.subject}` });
  // No retry: the sender sees the failure at once.
  await finishMails(ctx.db, [end.state === "queued" ? { ...end, state: "failed" } : end], ctx.now());
  return end.state === "sent" ? ok({ to: email }) : err("notSent");
}

/** Checks the draft and renders it with the actor as its reader. */
async function renderForAuthor(
  ctx: Ctx,
  actor: Actor,
  draft: Draft,
): Promise<Ok<RenderedDraft> | Err<"forbidden"> | DraftRefusal> {
  if (!(await may(ctx, actor, "campaigns.read"))) return err("forbidden");
  const checked = await checkDraft(ctx, draft);
  if (!checked.ok) return checked;
  const userId = adminIdOf(actor);
  const reader = userId === undefined ? undefined : (await listMailReaders(ctx, [userId])).get(userId);
  const promotion = checked.value.template === "vip-offer" ? samplePromotion(ctx.now()) : undefined;
  const letter = await openCampaignMail(ctx, { ...checked.value, promotion });
  const to = { userId: userId ?? randomUUID(), firstName: reader?.firstName ?? "" };
  return ok({ letter: letter(to), email: reader?.email ?? "", userId });
}
