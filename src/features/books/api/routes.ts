/** The files of the books. */
import { apiRouter, handle } from "#platform/request/api.server.ts";
import * as journalCsv from "../admin/journal-csv-route.ts";

export const booksApi = apiRouter().get("/admin/journal.csv", handle(journalCsv.get));
