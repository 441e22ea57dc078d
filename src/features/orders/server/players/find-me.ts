/** What public pages show about their visitor. Lookups are batched like a DataLoader. */
import { callName } from "#features/accounts/rules/person/public-name.ts";
import { noteUse } from "#features/accounts/server/sessions/read-session.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { batched } from "#platform/postgres/batched.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Me } from "#shared/me.ts";
import { type MeRequest, listMeRows } from "./me-store.ts";

/** The visitor, their open payment pages, and their tickets in the draw of the page. */
export type FoundMe = Pick<Me, "visitor" | "holds" | "own">;
type Row = Awaited<ReturnType<typeof listMeRows>>[number];
/** "unknown": the visitor could not be looked up completely. */
type FoundRow = Row | "unknown" | undefined;
/** One batched lookup for each context. */
const finders = new WeakMap<Ctx, (request: MeRequest) => Promise<FoundRow>>();

function finderOf(ctx: Ctx) {
  const finder =
    finders.get(ctx) ??
    batched<MeRequest, FoundRow>(async (requests) => {
      let missing: "unknown" | undefined;
      const rows = await listMeRows(ctx.db, requests, ctx.now(), true).catch((error: unknown) => {
        ctx.log.error({ err: error }, "looking up an administrator failed");
        missing = "unknown";
        return listMeRows(ctx.db, requests, ctx.now(), false);
      });
      const found = new Map(rows.map((row) => [row.place, row]));
      return requests.map((_, place) => found.get(place) ?? missing);
    });
  finders.set(ctx, finder);
  return finder;
}

/**
 * Finds the visitor of a page; counts as a use of the session.
 * @returns undefined if the session has ended; "unknown" if it could not be looked up whether the visitor is
 * staff
 */
export async function findMe(ctx: Ctx, request: MeRequest, locale: Locale): Promise<FoundMe | "unknown" | undefined> {
  const row = await finderOf(ctx)(request);
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
