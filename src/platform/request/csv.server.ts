/** Streams a CSV file from the database, whatever its length. */
import type { Env } from "../env/env.server.ts";

/** Makes spreadsheets read UTF-8: Excel would show "ZoÃ«" for "Zoë". */
const BYTE_ORDER_MARK = "\uFEFF";

/** A download that is pulled, so that a slow reader does not fill the memory. An abort ends `pieces`. */
export function csvReply(
  { env }: { readonly env: Pick<Env, "isTestMode"> },
  name: string,
  pieces: AsyncGenerator<string>,
  { isMarked = true } = {},
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => isMarked && controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 2 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${env.isTestMode ? "test-mode-" : ""}${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
