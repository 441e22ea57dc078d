/** GET /admin/emails/recipients: a page of possible recipients, for the list on /admin/emails. */
import { data } from "react-router";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import type { DataFailures } from "#ui/fields/failures.ts";
import { findCampaignTemplate } from "../rules/campaign-templates.ts";
import { listRecipients } from "../server/campaigns/list-recipients.ts";
import type { Route } from "./+types/emails-recipients-route.ts";
import { TEXTS } from "./emails-texts.ts";

export const handle = { failures: { load: { text: TEXTS.recipientsCutOff } } } satisfies DataFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const q = (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 200);
  const page = /^[1-9]\d{0,5}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  const template = findCampaignTemplate(search.get("template") ?? "")?.id ?? "lottery-launch";
  const query = { q, page, template };
  const listed = await readOrLog(ctx, listRecipients(ctx, actor, query), "the recipients could not be listed");
  return data({ ...query, list: listed }, { status: listed ? 200 : 503 });
}
