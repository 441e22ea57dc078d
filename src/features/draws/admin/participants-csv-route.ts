/** GET /admin/draw/{id}/participants.csv: participants, a line a ticket. Source: specification, section 9. */

import { adminCall, permittedFile } from "#features/accounts/server/sessions/admin-call.ts";
import type { Call } from "#platform/request/api.server.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { exportParticipants } from "../server/reading/export-participants.ts";

export async function get({ params, context, request }: Call<"lotteryId">) {
  const { ctx, actor } = await adminCall(context, request);
  const file = permittedFile(request, await exportParticipants(ctx, actor, params.lotteryId));
  if (!file.ok) throw new Response(null, { status: 404 });
  return csvReply(ctx, file.value.name, file.value.pieces);
}
