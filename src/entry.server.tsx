import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { scriptsAfterSight } from "#app/http/pages/defer-scripts.ts";
import { refusedPage } from "#app/http/pages/refused-page.ts";
import { deviceOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { ctxKey, localeOf, nonceKey } from "#platform/request/request.server.ts";
import { failureLevel } from "#shared/overload.ts";
import { InlineMessagesContext } from "#ui/i18n/messages-inlined.tsx";
import { inlineMessages } from "#ui/i18n/messages-server.ts";
import { NonceContext } from "#ui/loading/nonce.ts";

/** How long a page may keep streaming. React Router cancels its own deferred data a little earlier. */
export const streamTimeout = 10_000;

/** Errors of loaders and actions. Outages are no fault of the shop's. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context
    .get(ctxKey)
    .log[failureLevel(error)]({ err: error, method: request.method, path: new URL(request.url).pathname }, "a request failed");
};

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(nonceKey);
  const ctx = context.get(ctxKey);
  const { log, messages } = ctx;
  const locale = localeOf(context);
  headers.set("Content-Language", locale);
  const refused = refusedPage(ctx, { status, headers, locale, client: deviceOf(context, request).address });
  if (refused) return Promise.resolve(refused);
  return new Promise((resolve, reject) => {
    let sent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <I18nextProvider i18n={messages[locale]}>
          <InlineMessagesContext value={inlineMessages(messages[locale])}>
            <ServerRouter context={entry} url={request.url} nonce={nonce} />
          </InlineMessagesContext>
        </I18nextProvider>
      </NonceContext>,
      {
        nonce,
        // React would outline large parts, which need a script to be put in place.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onShellReady() {
          sent = true;
          const body = scriptsAfterSight();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          if (sent) log.error({ err: error, path: new URL(request.url).pathname }, "rendering failed");
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}
