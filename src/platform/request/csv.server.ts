/** Sends a CSV file while it is being read from the database, however long it is. */
import type { Env } from "../env/env.server.ts";

/** By it spreadsheets know that letters beyond ASCII are UTF-8: Excel would show "ZoÃ«" for "Zoë". */
const BYTE_ORDER_MARK = "\uFEFF";

/** A file to save, for one reader only. It is pulled as they read, so that a slow one does not fill the memory; whoever goes away ends `pieces`. */
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
