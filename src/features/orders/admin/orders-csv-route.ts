/** GET /admin/orders.csv: every order that the list's address matches. */

import type { LoaderFunctionArgs } from "react-router";
import { adminCall } from "#features/accounts/server/admin-call.ts";
import { proofNeededForFile } from "#features/accounts/server/ask-proof.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates.ts";
import { readOrdersFilter } from "../rules/orders-filter.ts";
import { exportOrdersCsv } from "../server/export-orders-csv.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const exported = await exportOrdersCsv(ctx, actor, readOrdersFilter(search));
  if (!exported.ok) throw exported.error === "proof_needed" ? proofNeededForFile(request) : notAllowed();
  return csvReply(`orders-${londonDate(ctx.now())}.csv`, exported.value);
}
