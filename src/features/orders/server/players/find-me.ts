/** What public pages show about their visitor. Lookups are batched like a DataLoader. */
import { callName } from "#features/accounts/rules/person/public-name.ts";
import { noteUse } from "#features/accounts/server/sessions/read-session.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { batched } from "#platform/postgres/batched.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Me } from "#shared/me.ts";
import { type AskedMe, listMeRows } from "./me-store.ts";

export type Found = Pick<Me, "visitor" | "holds" | "own">;
type Row = Awaited<ReturnType<typeof listMeRows>>[number];
type Sought = Row | "unknown" | undefined;
const finders = new WeakMap<Ctx, (asked: AskedMe) => Promise<Sought>>();

/** Counts as a use of the session. Undefined if the session has ended, "unknown" without staff lookup. */
export async function findMe(ctx: Ctx, asked: AskedMe, locale: Locale): Promise<Found | "unknown" | undefined> {
  const row = await finderOf(ctx)(asked);
  if (row === "unknown") return row;
  if (!row?.is_there) return undefined;
  const { held, bought, entries, is_staff: isStaff } = row;
  await noteUse(ctx, { sessionId: row.session_id, usedAt: row.updated_at, isStaff });
  return {
    visitor: { name: callName(row.first_name), isStaff },
    holds: (row.holds ?? []).map((hold) => ({ ...hold, title: inLanguage(hold.title, locale) })),
    own: { held, bought, entries },
  };
}

function finderOf(ctx: Ctx) {
  const finder =
    finders.get(ctx) ??
    batched<AskedMe, Sought>(async (asked) => {
      let missing: "unknown" | undefined;
      const rows = await listMeRows(ctx.db, asked, ctx.now(), true).catch((error: unknown) => {
        ctx.log.error({ err: error }, "looking up an administrator failed");
        missing = "unknown";
        return listMeRows(ctx.db, asked, ctx.now(), false);
      });
      const found = new Map(rows.map((row) => [row.place, row]));
      return asked.map((_, place) => found.get(place) ?? missing);
    });
  finders.set(ctx, finder);
  return finder;
}
