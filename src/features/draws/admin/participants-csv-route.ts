/** GET /admin/draw/{id}/participants.csv: everybody who takes part, a line for each ticket. Source: specification, section 9. */

import type { LoaderFunctionArgs } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { proofNeededForFile } from "#features/accounts/server/ask-proof.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { exportParticipants } from "../server/export-participants.ts";

/** 404 for an unknown draw. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const file = await exportParticipants(ctxOf(context), await adminOf(context, request), params.lotteryId);
  if (file.ok) return csvReply(file.value.name, file.value.pieces);
  if (file.error === "forbidden") throw notAllowed();
  if (file.error === "proof_needed") throw proofNeededForFile(request);
  throw new Response(null, { status: 404 });
}
