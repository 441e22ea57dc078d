/** GET /admin/refunds-ahead?user=…|lottery=…: the refunds that a deletion or cancellation would cause. */

import { data } from "react-router";
import { adminCall, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { previewRefunds } from "../server/refunds/preview-refunds.ts";
import type { Route } from "./+types/refunds-ahead-route.ts";

/** Null for a user or draw that does not exist. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const subject = { userId: search.get("user") ?? undefined, lotteryId: search.get("lottery") ?? undefined };
  const found = permitted(await previewRefunds(ctx, actor, subject));
  return data(found.ok ? found.value : null);
}
