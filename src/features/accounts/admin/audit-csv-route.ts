/** GET /admin/audit-log.csv: every entry of the log that the page's address matches. */
import type { LoaderFunctionArgs } from "react-router";
import { csvReply } from "#platform/request/csv.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { adminOf } from "../server/admin-of.ts";
import { proofNeededForFile } from "../server/ask-proof.ts";
import { exportChanges } from "../server/export-changes.ts";
import { notAllowed } from "../server/not-allowed.ts";
import { changesFilter } from "./changes-filter.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const exported = await exportChanges(ctx, actor, changesFilter(request));
  if (!exported.ok) throw exported.error === "proof_needed" ? proofNeededForFile(request) : notAllowed();
  return csvReply(`audit-log-${londonDate(ctx.now())}.csv`, exported.value);
}
