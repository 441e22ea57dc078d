import { apiRouter, handle } from "#platform/request/api.server.ts";
import * as auditCsv from "../admin/audit-log/audit-csv-route.ts";

/** Files of the staff's pages. */
export const staffApi = apiRouter().get("/admin/audit-log.csv", handle(auditCsv.get));
