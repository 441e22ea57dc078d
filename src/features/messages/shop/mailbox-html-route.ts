/** The HTML part of a mail in the demo's mailbox, for the frame that shows it. */
import { ctxOf } from "#platform/request/request.server.ts";
import { mailDocument } from "../server/mail-document.ts";
import type { Route } from "./+types/mailbox-html-route.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { mailbox, publicUrl } = ctxOf(context);
  const html = await mailbox?.html(params.id);
  return html ? mailDocument(html, publicUrl) : new Response(null, { status: 404 });
}
