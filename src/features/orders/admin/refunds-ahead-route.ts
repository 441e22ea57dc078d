/** GET /admin/refunds-ahead?user=…|lottery=…: what would be refunded, for the question before it is done. */

import { data, type LoaderFunctionArgs } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { previewRefunds } from "../server/preview-refunds.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const actor = await adminOf(context, request);
  const search = new URL(request.url).searchParams;
  const of = { userId: search.get("user") ?? undefined, lotteryId: search.get("lottery") ?? undefined };
  const found = await previewRefunds(ctxOf(context), actor, of);
  if (!found.ok && found.error === "forbidden") throw notAllowed();
  return data(found.ok ? found.value : null);
}
