/** Streams the participants of a draw as CSV, one line for each valid ticket. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { withShownPhone } from "#features/accounts/server/profile/phone.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { csvLine } from "#shared/text/csv.ts";
import { participantsFileName } from "../../rules/managed-draw.ts";
import { hasSuspended, listExportRows } from "./participant-store.ts";

/** Rows read at once: about 20 ms, which limits the delay of other requests. */
const BATCH_ROWS = 2000;

/** The columns. Source: specification, section 9. */
const HEAD = ["First Name", "Last Name", "Email", "Phone", "Ticket Number", "Purchase Date"];

/** The last column, only in files with suspended tickets. */
const NOTE = "Note";
const SUSPENDED = "Suspended: disputed payment";

/** The file's name, and its content in pieces. */
export type ParticipantsFile = { readonly name: string; readonly pieces: AsyncGenerator<string> };

async function* readPieces(db: Db, { id: lotteryId, shortNumber }: { id: string; shortNumber: number }): AsyncGenerator<string> {
  const hasNotes = await hasSuspended(db, lotteryId);
  yield csvLine(hasNotes ? [...HEAD, NOTE] : HEAD);
  for (let after = 0; ;) {
    const rows = await listExportRows(db, { lotteryId, after, limit: BATCH_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map(withShownPhone)
      .map((row) =>
        csvLine([
          row.firstName,
          row.lastName,
          row.email,
          row.phone,
          formatTicketNumber(shortNumber, row.ticketNumber),
          row.purchasedAt,
          ...(hasNotes ? [row.isSuspended ? SUSPENDED : ""] : []),
        ]),
      )
      .join("");
    after = last.ticketNumber;
  }
}

/** Requires re-authentication; the audit log records exports of contact details. */
export async function exportParticipants(
  ctx: Pick<Ctx, "db" | "reads" | "log" | "now">,
  actor: Actor,
  lotteryId: string | undefined,
): Promise<Result<ParticipantsFile, ReauthRefusal | "not_found">> {
  const reauth = await requireReauth(ctx, actor, "draws.export");
  if (!reauth.ok) return reauth;
  const lottery = await findLottery(ctx, lotteryId);
  if (!lottery) return err("not_found");
  const at = ctx.now();
  await recordChange(ctx.db, { actor, action: "participants.export", subjectType: "lottery", subjectId: lottery.id, at });
  return ok({ name: participantsFileName(lottery.title.en, londonDate(at)), pieces: readPieces(ctx.reads, lottery) });
}
