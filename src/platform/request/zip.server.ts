/** Streams a zip, whatever the length of its files. */
import { Zip, ZipDeflate } from "fflate";
import type { Env } from "../env/env.server.ts";

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
export type ZippedFile = { readonly name: string; readonly pieces: Pieces };
type ZipFiles = { readonly name: string; readonly madeAt: Date; readonly files: readonly ZippedFile[] };

/** A download that is pulled, so that a slow reader does not fill the memory. */
export function zipReply({ env }: { readonly env: Pick<Env, "isTestMode"> }, { name, ...zip }: ZipFiles): Response {
  const pieces = zipPieces(zip);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 2 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${env.isTestMode ? "test-mode-" : ""}${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** `ZipDeflate` calls back within `push`, so each piece is passed on before the next one is read. */
async function* zipPieces({ madeAt, files }: Omit<ZipFiles, "name">): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, pieces } of files) {
    const file = new ZipDeflate(name);
    file.mtime = madeAt;
    zip.add(file);
    for await (const piece of pieces) {
      file.push(piece);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
