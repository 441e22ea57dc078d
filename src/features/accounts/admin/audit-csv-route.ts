/** GET /admin/audit-log.csv: every entry of the log that the page's address matches. */
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates.ts";
import { adminCall, permittedFile } from "../server/admin-call.ts";
import { exportChanges } from "../server/list-changes.ts";
import type { Route } from "./+types/audit-csv-route.ts";
import { changesFilter } from "./changes-filter.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const exported = permittedFile(request, await exportChanges(ctx, actor, changesFilter(request)));
  return csvReply(ctx, `audit-log-${londonDate(ctx.now())}.csv`, exported.value);
}
