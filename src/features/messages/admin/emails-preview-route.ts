/** POST /admin/emails/preview: the mail that a draft becomes, as a document for the frame on the screen. */
import { type ActionFunctionArgs, redirect } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { readFields } from "#platform/body.server.ts";
import { ctxOf } from "#platform/request.server.ts";
import { mailDocument } from "../server/mail-document.ts";
import { previewCampaign } from "../server/preview-campaign.ts";
import { readDraft } from "./emails-form.ts";

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const draft = readDraft(await readFields(request));
  if (!draft) return new Response(null, { status: 400 });
  const mail = await previewCampaign(ctx, actor, draft);
  if (mail.ok) return mailDocument(mail.value.html, ctx.publicUrl);
  if (mail.error === "forbidden") throw redirect("/");
  return new Response(null, { status: 422 });
}
