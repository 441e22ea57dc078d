/** GET /admin/audit-log.csv: every entry of the log that the page's address matches. */

import type { LoaderFunctionArgs } from "react-router";
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates.ts";
import { adminCall } from "../server/admin-call.ts";
import { proofNeededForFile } from "../server/ask-proof.ts";
import { exportChanges } from "../server/export-changes.ts";
import { notAllowed } from "../server/not-allowed.ts";
import { changesFilter } from "./changes-filter.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const exported = await exportChanges(ctx, actor, changesFilter(request));
  if (!exported.ok) throw exported.error === "proof_needed" ? proofNeededForFile(request) : notAllowed();
  return csvReply(`audit-log-${londonDate(ctx.now())}.csv`, exported.value);
}
