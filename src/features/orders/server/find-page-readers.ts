/** Who reads pages that are the same for everybody but for a name and a number of tickets: looked up in the database each time, for many readers in one statement. */
import { USE_NOTED_AFTER_MS } from "#features/accounts/rules/session-ends.ts";
import type { OwnTickets } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type AskedPage, listReaderRows } from "./page-reader-store.ts";

export type { AskedPage };
/** `own`: what they have of the draw whose page it is. */
export type PageReader = { readonly firstName: string; readonly isStaff: boolean; readonly own: OwnTickets };

/**
 * In the order of `asked`. Undefined where the session has ended, and for whoever has to get a page of their own: the page would say more of them, as
 * of a reservation, or this use of their session is to be noted.
 */
export async function findPageReaders(
  ctx: Pick<Ctx, "db" | "now">,
  asked: readonly AskedPage[],
): Promise<(PageReader | undefined)[]> {
  const now = ctx.now();
  const readers: (PageReader | undefined)[] = asked.map(() => undefined);
  for (const row of await listReaderRows(ctx.db, asked, now)) {
    const noteAfter = USE_NOTED_AFTER_MS[row.is_staff ? "administrator" : "player"];
    const { held, bought, entries } = row;
    if (!row.is_there || row.holds || held > 0 || now.getTime() - row.updated_at.getTime() >= noteAfter) continue;
    readers[row.place] = { firstName: row.first_name, isStaff: row.is_staff, own: { held, bought, entries } };
  }
  return readers;
}
