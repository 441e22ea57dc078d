/** Streams a CSV file from the database, of any length. */
import type { Env } from "../env/env.server.ts";

/** Makes spreadsheets read UTF-8: without it, Excel shows "ZoÃ«" for "Zoë". */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A download whose chunks are produced as they are read, so that a slow reader does not fill the memory. An
 * abort ends `chunks`.
 */
export function csvReply(
  { env }: { readonly env: Pick<Env, "isTestMode"> },
  name: string,
  chunks: AsyncGenerator<string>,
  { hasByteOrderMark = true } = {},
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => hasByteOrderMark && controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
      async pull(controller) {
        const chunk = await chunks.next();
        if (chunk.done) controller.close();
        else controller.enqueue(encoder.encode(chunk.value));
      },
      async cancel() {
        await chunks.return(undefined);
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
