/** POST /admin/emails/preview: renders a draft as a document for the preview frame. */
import { adminCall, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { previewCampaign } from "../server/campaigns/preview-campaign.ts";
import { mailDocument } from "../server/mail-document.ts";
import type { Route } from "./+types/emails-preview-route.ts";
import { readDraft } from "./emails-form.ts";
import { sayProblem, TEXTS } from "./emails-texts.ts";

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const draft = readDraft(await readFields(request));
  if (!draft) return problemDocument(ctx.publicUrl, TEXTS.failed, 400);
  const mail = permitted(await previewCampaign(ctx, actor, draft));
  if (mail.ok) return mailDocument(mail.value.html, ctx.publicUrl);
  const message = "problem" in mail ? sayProblem(mail.problem, draft) : TEXTS.lotteryNotFound;
  return problemDocument(ctx.publicUrl, message, 422);
}

/** A document that says why there is no preview. An empty reply would show the browser's error page. */
function problemDocument(publicUrl: string, text: string, status: number): Response {
  const { body, headers } = mailDocument(`<p lang="fr" style="margin:24px;font:16px/1.5 sans-serif">${text}</p>`, publicUrl);
  return new Response(body, { status, headers });
}
