/** The API's addresses in the form in which tests list pages. */
import type { RouterContextProvider } from "react-router";
import { API_ROUTES, api } from "./api.ts";

type Handler = (args: { readonly request: Request; readonly context: unknown }) => unknown;
export type ApiModule = { readonly loader?: Handler; readonly action?: Handler };

const send: Handler = ({ request, context }) => api.fetch(request, { context: context as RouterContextProvider });

export const apiModules: readonly { readonly path: string; readonly module: ApiModule }[] = [...API_ROUTES].map(
  ([path, methods]) => ({
    path,
    module: { ...(methods.includes("GET") && { loader: send }), ...(methods.includes("POST") && { action: send }) },
  }),
);
