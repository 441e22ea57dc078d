/** All addresses that are no pages: the API, and the files that features make. */
import { Hono } from "hono";
import { accountsApi } from "#features/accounts/api/routes.ts";
import { booksApi } from "#features/books/api/routes.ts";
import { drawsApi } from "#features/draws/api/routes.ts";
import { inboxApi } from "#features/inbox/api/routes.ts";
import { lotteriesApi } from "#features/lotteries/api/routes.ts";
import * as evidenceFiles from "#features/mail/admin/disputes/evidence-files-route.ts";
import * as evidence from "#features/mail/admin/disputes/evidence-route.ts";
import { mailApi } from "#features/mail/api/routes.ts";
import { ordersApi } from "#features/orders/api/routes.ts";
import { queueApi } from "#features/queue/api/routes.ts";
import { staffApi } from "#features/staff/api/routes.ts";
import { type ApiEnv, describe, handle } from "#platform/request/api.server.ts";
import { jsonError } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import * as adminSearch from "../../admin/search-route.ts";
import * as adminSession from "../../admin/session-route.ts";
import * as firstVisitStyle from "../../shop/first-visit-style-route.ts";
import * as profileExport from "../../shop/profile-export-route.ts";
import * as robots from "../files/robots-route.ts";
import * as sitemap from "../files/sitemap-route.ts";
import * as me from "./me-reply.ts";
import { openApiDocument, operation } from "./openapi.ts";

export const api = new Hono<ApiEnv>({ strict: false })
  .route("/", accountsApi)
  .route("/", staffApi)
  .route("/", lotteriesApi)
  .route("/", queueApi)
  .route("/", ordersApi)
  .route("/", booksApi)
  .route("/", drawsApi)
  .route("/", inboxApi)
  .route("/", mailApi)
  .get("/api/me", handle(me.get))
  .get("/profile/data.json", handle(profileExport.get))
  .get("/first-visit/style", handle(firstVisitStyle.get))
  .get("/admin/search", handle(adminSearch.get))
  .get("/admin/session", handle(adminSession.get))
  .get("/admin/disputes/:disputeId/evidence.pdf", handle(evidence.get))
  .get("/admin/disputes/:disputeId/files", handle(evidenceFiles.get))
  .post("/admin/disputes/:disputeId/files", handle(evidenceFiles.post))
  .get("/admin/disputes/:disputeId/files/:fileId", handle(evidenceFiles.getFile))
  .get("/sitemap.xml", handle(sitemap.get))
  .get("/robots.txt", handle(robots.get));

api.get(
  "/api/openapi.json",
  describe(operation),
  handle(async ({ context }) => {
    const { publicUrl, brand } = ctxOf(context);
    const document = await openApiDocument(api, publicUrl, brand.current);
    return Response.json(document, { headers: { "Cache-Control": "public, max-age=3600" } });
  }),
);

export const API_ROUTES: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(api.routes, ({ path }) => path)].map(([path, routes]) => [
    path,
    [...new Set(routes.map(({ method }) => method))],
  ]),
);

const either = new Intl.ListFormat("en-GB", { type: "disjunction" });
for (const [path, methods] of API_ROUTES)
  api.all(path, () => jsonError(405, "method_not_allowed", either.format(methods), { Allow: methods.join(", ") }));
const notFound = () => jsonError(404, "not_found", "There is nothing at this address");
api.all("/api/*", notFound).all("/functions/*", notFound);
