/** Turns a matched page into a streamed HTML reply. */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { ctxKey, nonceKey } from "#platform/request.server.ts";
import { NonceContext } from "#ui/nonce.ts";

/** How long a page may keep streaming. React Router cancels its own deferred data a little earlier. */
export const streamTimeout = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(nonceKey);
  const wholePage = isbot(request.headers.get("user-agent") ?? "") || entry.isSpaMode;
  return new Promise((resolve, reject) => {
    let sent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        [wholePage ? "onAllReady" : "onShellReady"]() {
          sent = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          if (sent) context.get(ctxKey).log.error({ err: error, path: new URL(request.url).pathname }, "rendering failed");
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}
