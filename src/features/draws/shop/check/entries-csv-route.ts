/** GET /draws/{id}/entries.csv: the list of entries, with the exact bytes that were committed to. */

import type { Call } from "#platform/request/api.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { streamEntries } from "../../server/closing/stream-entries.ts";
import { fileReply, notYetReply } from "./proof-reply.ts";

/** Each piece is read when the receiver wants it, so that slow receivers do not fill the memory. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(piece.value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

export async function get({ params, request, context }: Call<"lotteryId">) {
  const file = await streamEntries(ctxOf(context), params.lotteryId);
  if (!file.ok) {
    return file.error === "not_found"
      ? notYetReply(404, "not_found", "There is no such draw")
      : notYetReply(409, "not_frozen", "The entries of this draw are not frozen yet");
  }
  const { sha256, pieces } = file.value;
  return fileReply(request, { etag: `"${sha256}"`, type: "text/csv; charset=us-ascii", name: "entries.csv" }, async () =>
    streamOf(pieces),
  );
}
