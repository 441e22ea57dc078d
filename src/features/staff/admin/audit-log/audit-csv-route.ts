import { adminCall, permittedFile } from "#features/accounts/server/sessions/admin-call.ts";
import type { Call } from "#platform/request/api.server.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { exportChanges } from "../../server/audit-log/list-changes.ts";
import { changesFilter } from "./changes-filter.ts";

/** GET /admin/audit-log.csv: the filtered audit log. */
export async function get({ context, request }: Call) {
  const { ctx, actor } = await adminCall(context, request);
  const exported = permittedFile(request, await exportChanges(ctx, actor, changesFilter(request)));
  return csvReply(ctx, `audit-log-${londonDate(ctx.now())}.csv`, exported.value);
}
