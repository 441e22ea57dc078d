/** GET /draws/{id}/proof.json: everything needed beside the entry list to repeat the draw independently. */

import { proofJson } from "@concours/draw-protocol";
import type { Call } from "#platform/request/api.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { findDraw, findProof } from "../../server/reading/find-draw.ts";
import { fileReply, notYetReply } from "./proof-reply.ts";

export async function get({ params, request, context }: Call<"lotteryId">) {
  const ctx = ctxOf(context);
  const draw = await findDraw(ctx, params.lotteryId);
  if (!draw) return notYetReply(404, "not_found", "There is no such draw");
  if (!draw.result || !draw.committed) return notYetReply(409, "not_drawn", "The winner has not been drawn yet");
  const etag = `"${draw.committed.commitment}"`;
  return fileReply(request, { etag, type: "application/json; charset=utf-8", name: "proof.json" }, async () => {
    const proof = await findProof(ctx, params.lotteryId);
    if (!proof) throw new Error(`draw ${params.lotteryId} has a result and no proof`);
    return proofJson(proof);
  });
}
