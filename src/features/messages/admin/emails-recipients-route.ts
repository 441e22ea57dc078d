/** GET /admin/emails/recipients: a page of the list of recipients, for the screen that scrolls through it. */

import { data, type LoaderFunctionArgs } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import type { LookFailures } from "#ui/fields/failures.ts";
import { findCampaignTemplate } from "../rules/campaign-templates.ts";
import { listRecipients } from "../server/list-recipients.ts";
import { WORDS } from "./emails-words.ts";

export const handle = { failures: { load: { said: WORDS.recipientsCutOff } } } satisfies LookFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const search = new URL(request.url).searchParams;
  const q = (search.get("q") ?? "").trim().slice(0, 200);
  const page = /^[1-9]\d{0,5}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  const template = findCampaignTemplate(search.get("template") ?? "")?.id ?? "lottery-launch";
  const asked = { q, page, template };
  const listed = await listRecipients(ctx, actor, asked).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the recipients could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  return data({ ...asked, list: listed?.value }, { status: listed ? 200 : 503 });
}
