import { adminCall, permittedFile } from "#features/accounts/server/admin-call.ts";
import type { Call } from "#platform/request/api.server.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates.ts";
import { readOrdersFilter } from "../rules/orders-filter.ts";
import { exportOrdersCsv } from "../server/export-orders-csv.ts";

export async function get({ context, request }: Call) {
  const { ctx, actor, search } = await adminCall(context, request);
  const exported = permittedFile(request, await exportOrdersCsv(ctx, actor, readOrdersFilter(search)));
  return csvReply(ctx, `orders-${londonDate(ctx.now())}.csv`, exported.value);
}
