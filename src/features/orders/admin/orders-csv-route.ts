/** GET /admin/orders.csv: the filtered orders as a spreadsheet file. */
import { adminCall, permittedFile } from "#features/accounts/server/sessions/admin-call.ts";
import type { Call } from "#platform/request/api.server.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { readOrdersFilter } from "../rules/orders-filter.ts";
import { exportOrdersCsv } from "../server/reading/export-orders-csv.ts";

export async function get({ context, request }: Call) {
  const { ctx, actor, search } = await adminCall(context, request);
  const exported = permittedFile(request, await exportOrdersCsv(ctx, actor, readOrdersFilter(search)));
  return csvReply(ctx, `orders-${londonDate(ctx.now())}.csv`, exported.value);
}
