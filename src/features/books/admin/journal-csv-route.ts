/** GET /admin/journal.csv?month=…&format=…&part=…: a month of the books as CSV, for Xero or QuickBooks. */

import { notAllowed } from "#features/access/server/not-allowed.ts";
import { adminCall } from "#features/accounts/server/sessions/admin-call.ts";
import { reauthNeededForFile } from "#features/accounts/server/sessions/ask-reauth.ts";
import type { Call } from "#platform/request/api.server.ts";
import { csvReply } from "#platform/request/csv.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { FILE_FORMATS } from "../rules/files.ts";
import { monthOf, readMonth } from "../rules/month.ts";
import { exportBooks } from "../server/export-books.ts";

/** Without a month the current one; `part` is 1 to 9, for months that need several files. */
export async function get({ context, request }: Call) {
  const { ctx, actor, search } = await adminCall(context, request);
  const format = FILE_FORMATS.find((known) => known === (search.get("format") ?? "journal"));
  if (!format) throw new Response(null, { status: 404 });
  const part = Number(search.get("part") ?? 1);
  if (!Number.isInteger(part) || part < 1 || part > 9) throw new Response(null, { status: 404 });
  const month = readMonth(search.get("month")) ?? monthOf(londonDate(ctx.now()));
  const exported = await exportBooks(ctx, actor, { month, format, part });
  if (!exported.ok) throw exported.error === "reauth_needed" ? reauthNeededForFile(request) : notAllowed();
  // Both programs compare the first column's name exactly, so a byte order mark would break it.
  return csvReply(ctx, `${format}-${month.slice(0, 7)}${search.has("part") ? `-${part}` : ""}.csv`, exported.value, {
    hasByteOrderMark: format === "journal" || format === "documents",
  });
}
