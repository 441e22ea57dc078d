/** GET /admin/journal.csv?month=…&format=…: a month of the books, for the operator's own use or for Xero and QuickBooks Online. */
import { data, type LoaderFunctionArgs } from "react-router";
import { adminCall } from "#features/accounts/server/admin-call.ts";
import { proofNeededForFile } from "#features/accounts/server/ask-proof.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates.ts";
import { FILE_FORMATS } from "../rules/files.ts";
import { monthOf, readMonth } from "../rules/month.ts";
import { exportBooks } from "../server/export-books.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const format = FILE_FORMATS.find((known) => known === (search.get("format") ?? "journal"));
  if (!format) throw data(undefined, { status: 404 });
  const month = readMonth(search.get("month")) ?? monthOf(londonDate(ctx.now()));
  const exported = await exportBooks(ctx, actor, { month, format });
  if (!exported.ok) throw exported.error === "proof_needed" ? proofNeededForFile(request) : notAllowed();
  // Both programs read the first column's name to the letter: a mark of the order of bytes would be part of it.
  return csvReply(`${format}-${month.slice(0, 7)}.csv`, exported.value, {
    isMarked: format === "journal" || format === "documents",
  });
}
