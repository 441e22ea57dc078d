import type { Call } from "#platform/request/api.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { mailDocument } from "../server/mail-document.ts";

/**
 * GET /mailbox/:id/html: the HTML part of a mail in the demonstration's mailbox. 404 for an unknown mail, and
 * in other shops, which have no mailbox.
 */
export async function get({ context, params }: Call<"id">) {
  const { mailbox, publicUrl } = ctxOf(context);
  const html = await mailbox?.html(params.id);
  return html ? mailDocument(html, publicUrl) : new Response(null, { status: 404 });
}
