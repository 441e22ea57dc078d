/** The HTML part of a mail in the demo's mailbox, for the frame that shows it. */
import type { LoaderFunctionArgs } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { mailDocument } from "../server/mail-document.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { mailbox, publicUrl } = ctxOf(context);
  const html = await mailbox?.html(params.id ?? "");
  return html ? mailDocument(html, publicUrl) : new Response(null, { status: 404 });
}
